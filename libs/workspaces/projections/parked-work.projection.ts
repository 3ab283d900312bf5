import type { Projection } from '#kernel';
import { evolveParkedWork, isParkedWorkEvent, PARKED_WORK, type ParkedWorkRow } from '../domain/parked-work.js';

/** One row an item of a to-do list that was parked at least once. */
export const parkedWorkProjection: Projection<ParkedWorkRow> = {
  collection: PARKED_WORK,
  version: 1,
  keys: (event) => {
    if (!isParkedWorkEvent(event)) return [];
    const { worker, item } = event.data;
    return [[event.metadata.workspace_id, worker, item]];
  },
  evolve: (row, event) => (isParkedWorkEvent(event) ? evolveParkedWork(row, event) : row),
};
