import type { DocumentKey, Projection } from '#kernel';
import { changesAttempts, evolveListAttempts, LIST_ATTEMPTS, type ListAttemptsRow } from '../domain/list-attempts.js';

/** The attempts of each list, for its progress. */
export const listAttemptsProjection: Projection<ListAttemptsRow> = {
  collection: LIST_ATTEMPTS,
  version: 1,
  keys: (event): readonly DocumentKey[] =>
    changesAttempts(event) ? [[event.metadata.workspace_id, event.data.smart_list_id!]] : [],
  evolve: (row, event, [, listId]) => (changesAttempts(event) ? evolveListAttempts(row, event, listId!) : row),
};
