import type { EventStore } from '#event-store';
import { type RecordedEvent, UnknownEventError, workspaceStream } from '#kernel';
import { isShown } from '../domain/index.js';
import type { EventsIndex } from '../events-index.port.js';

/** The last event of a stream, or its revision alone where this version cannot read it. */
type Last = RecordedEvent | Pick<RecordedEvent, 'revision'>;

/**
 * How many events of a workspace's stream are not in the index yet. Asked before the index is read: an answer is never
 * more out of date than it says. While a store without transactions writes a batch, the number may be too low by that
 * batch, but it is not 0.
 * @throws StoreUnavailableError, ReadModelUnavailableError
 */
export async function lagOf(
  workspaceId: string,
  index: Pick<EventsIndex, 'rows' | 'reaches'>,
  log: Pick<EventStore, 'read'>,
): Promise<number> {
  const last = await lastOf(workspaceStream(workspaceId), log);
  if (!last) return 0;
  const lacking = last.revision - (await index.rows.projectedRevision(workspaceId));
  if (lacking > 0) return lacking;
  return !('id' in last) || !isShown(last) || (await isReached(last, index)) ? 0 : 1;
}

/** The follower says last how far its rows reach: before that, no page shows them. */
async function isReached({ position }: RecordedEvent, index: Pick<EventsIndex, 'reaches'>): Promise<boolean> {
  const reach = await index.reaches();
  return reach !== undefined && position! <= reach;
}

async function lastOf(stream: string, log: Pick<EventStore, 'read'>): Promise<Last | undefined> {
  try {
    const [last] = await log.read(stream, { backwards: true, limit: 1 });
    return last;
  } catch (error) {
    if (error instanceof UnknownEventError) return error;
    throw error;
  }
}
