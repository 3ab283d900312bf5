import type { Projection } from '#kernel';
import { cursorOf, type CursorRow, CURSORS, evolveCursor, isCursorEvent } from '../domain/queue/cursors.js';

/** The cursors of the tiers, and of lists that are dialed alone; the head holds those of its workspace. */
export const cursorsProjection: Projection<CursorRow> = {
  collection: CURSORS,
  version: 2,
  keys: (event) => (isCursorEvent(event) ? [[event.metadata.workspace_id, ...cursorOf(event)]] : []),
  evolve: (row, event) => (isCursorEvent(event) ? evolveCursor(row, event) : row),
  resident: { liveIndex: 'live', isLive: ({ live }) => live === 1 },
};
