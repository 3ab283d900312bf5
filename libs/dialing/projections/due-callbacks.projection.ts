import type { Projection } from '#kernel';
import {
  concernsDueCallback,
  DUE_CALLBACKS,
  type DueCallbackRow,
  evolveDueCallback,
} from '../domain/callbacks/due-callbacks.js';

/** The to-do list of callbacks that were not told yet. */
export const dueCallbacksProjection: Projection<DueCallbackRow> = {
  collection: DUE_CALLBACKS,
  version: 1,
  keys: (event) => {
    if (!concernsDueCallback(event)) return [];
    const { smart_list_id, contact_id } = event.data;
    return [[event.metadata.workspace_id, smart_list_id, contact_id]];
  },
  cachedFields: ['open', 'check_at'],
  evolve: (row, event) => (concernsDueCallback(event) ? evolveDueCallback(row, event) : row),
};
