import type { Projection, Recorded, RecordedEvent } from '#kernel';
import type { CallDispatched } from '../domain/calls/call-events.js';
import { isCallEvent } from '../domain/calls/call.js';
import { type CursorRow, CURSORS, evolveCursor, tierOf } from '../domain/queue/cursors.js';

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
