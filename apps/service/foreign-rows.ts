import { UnknownEventError, workspaceStream } from '#kernel';
import { FOLLOWER } from './catalogue.js';
import type { SharedLog, SharedRows } from './shared-stores.js';

/**
 * Whether the rows were made from another log than this one: they have seen more than it holds, or have rows of a
 * workspace whose events it lacks. A follower that continues with such rows would never receive the events before its
 * checkpoint.
 * @throws StoreUnavailableError, ReadModelUnavailableError
 */
export async function isForeign(store: Pick<SharedLog, 'end' | 'read'>, rows: SharedRows): Promise<boolean> {
  const seen = await rows.writer.checkpoint(FOLLOWER);
  if (seen === undefined) return false;
  const end = await store.end();
  if (end === undefined || seen > end) return true;
  const some = await rows.anyProjectedRevision();
  return some !== undefined && !(await holds(store, workspaceStream(some.workspaceId), some.revision));
}

async function holds(store: Pick<SharedLog, 'read'>, stream: string, revision: number): Promise<boolean> {
  try {
    return (await store.read(stream, { from: revision, limit: 1 })).length > 0;
  } catch (error) {
    // An event that only a newer version knows is an event.
    if (error instanceof UnknownEventError) return true;
    throw error;
  }
}

export const FOREIGN_ROWS =
  'READMODEL_URL names a read model that was made from another log than the one of EVENTSTORE_URL.';
