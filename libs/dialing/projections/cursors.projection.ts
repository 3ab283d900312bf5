import type { Projection } from '#kernel';
import { type CursorRow, CURSORS, cursorsNamed, evolveCursor, isCursorEvent } from '../domain/queue/cursors.js';

/** The cursors of the tiers in each scope; the head holds those of its workspace. */
export const cursorsProjection: Projection<CursorRow> = {
  collection: CURSORS,
  version: 4,
  keys: (event) =>
    isCursorEvent(event) ? cursorsNamed(event).map((cursor) => [event.metadata.workspace_id, ...cursor]) : [],
  evolve: (row, event) => (isCursorEvent(event) ? evolveCursor(row, event) : row),
  resident: { liveIndex: 'live', isLive: ({ live }) => live === 1 },
};
