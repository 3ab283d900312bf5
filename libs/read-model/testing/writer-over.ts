import type { ReadModelWriter } from '../read-model.js';

/** A writer that forwards to another one, except for the methods that a test replaces. */
export function writerOver(writer: ReadModelWriter, changes: Partial<ReadModelWriter>): ReadModelWriter {
  return {
    getMany: (collection, keys) => writer.getMany(collection, keys),
    page: (collection, options) => writer.page(collection, options),
    projectedRevision: (workspaceId) => writer.projectedRevision(workspaceId),
    checkpoint: (follower) => writer.checkpoint(follower),
    commit: (commit) => writer.commit(commit),
    ...changes,
  };
}
