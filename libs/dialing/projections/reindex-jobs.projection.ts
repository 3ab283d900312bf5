import type { DocumentKey, Projection, RecordedEvent } from '#kernel';
import { mayReindex, REINDEX_JOBS, type ReindexJobRow, reindexScopes } from '../domain/queue/reindex-jobs.js';

/** The to-do list of re-indexing. Every event of a scope makes it pending again, even if it was amended. */
export const reindexJobsProjection: Projection<ReindexJobRow> = {
  collection: REINDEX_JOBS,
  version: 1,
  keys,
  cachedFields: ['pending'],
  evolve: (_row, { metadata, revision }, [, scope]) => ({
    workspace_id: metadata.workspace_id,
    scope: scope!,
    pending: 1,
    revision,
  }),
  touches: (event) => keys(event).map((key) => ({ index: 'pending', prefix: [1, event.metadata.workspace_id], key })),
};

function keys(event: RecordedEvent): readonly DocumentKey[] {
  return mayReindex(event) ? reindexScopes(event).map((scope) => [event.metadata.workspace_id, scope]) : [];
}
