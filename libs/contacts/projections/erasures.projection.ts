import type { Projection } from '#kernel';
import { ERASURES, type ErasureRow, evolveErasure, isErasureEvent } from '../domain/erasures.js';

/** The to-do list of erasures, and when each erased contact was erased. */
export const erasuresProjection: Projection<ErasureRow> = {
  collection: ERASURES,
  version: 2,
  keys: (event) => (isErasureEvent(event) ? [[event.metadata.workspace_id, event.data.contact_id]] : []),
  evolve: (row, event) => (isErasureEvent(event) ? evolveErasure(row, event) : row),
};
