import type { Projection } from '#kernel';
import { mayRequeue, type RequeueRow, REQUEUES, scopesOf } from '../domain/queue/reindex-jobs.js';

/** The to-do list of re-indexing. Every event of a scope makes it pending again, whatever was amended. */
export const requeuesProjection: Projection<RequeueRow> = {
  collection: REQUEUES,
  version: 1,
  keys: (event) => (mayRequeue(event) ? scopesOf(event).map((scope) => [event.metadata.workspace_id, scope]) : []),
  cachedFields: ['pending'],
  evolve: (_row, { metadata, revision }, [, scope]) => ({
    workspace_id: metadata.workspace_id,
    scope: scope!,
    pending: 1,
    revision,
  }),
};
