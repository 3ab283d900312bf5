import type { ReadModelWriter } from '../read-model.js';

/** A writer that does as another one, but for what a test changes. */
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
