import type { Projection, Recorded, RecordedEvent } from '#kernel';
import { type CallDispatched, CURSORS, type CursorRow, evolveCursor, isCallEvent, tierOf } from '../domain/index.js';

/** The cursors of the tiers; the head holds those of its workspace. */
export const cursorsProjection: Projection<CursorRow> = {
  collection: CURSORS,
  version: 1,
  keys: (event) => (isDispatch(event) ? [[event.metadata.workspace_id, tierOf(event)]] : []),
  evolve: (row, event) => (isDispatch(event) ? evolveCursor(event) : row),
  resident: { liveIndex: 'live', isLive: () => true },
};

function isDispatch(event: RecordedEvent): event is Recorded<CallDispatched> {
  return isCallEvent(event) && event.type === 'CallDispatched';
}
