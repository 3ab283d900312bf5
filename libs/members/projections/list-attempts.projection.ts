import type { DocumentKey, Projection } from '#kernel';
import { changesAttempts, evolveListAttempts, LIST_ATTEMPTS, type ListAttemptsRow } from '../domain/list-attempts.js';

/** The attempts of each list, for its progress. */
export const listAttemptsProjection: Projection<ListAttemptsRow> = {
  collection: LIST_ATTEMPTS,
  version: 1,
  keys: (event): readonly DocumentKey[] => {
    if (!changesAttempts(event)) return [];
    const { smart_list_id } = event.data;
    // The call of a contact without a list, which may bring members of lists to the limits of their number.
    return smart_list_id === null ? [] : [[event.metadata.workspace_id, smart_list_id]];
  },
  evolve: (row, event, [, listId]) => (changesAttempts(event) ? evolveListAttempts(row, event, listId!) : row),
};
