import type { EventStore } from '#event-store';
import { type RecordedEvent, UnknownEventError, workspaceStream } from '#kernel';
import { EVENTS, isShown } from '../domain/index.js';
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
  return !('id' in last) || !isShown(last) || (await isReached(workspaceId, last, index)) ? 0 : 1;
}

/** The follower says last how far its rows reach: before that, no page shows them. */
async function isReached(
  workspaceId: string,
  { id }: RecordedEvent,
  index: Pick<EventsIndex, 'rows' | 'reaches'>,
): Promise<boolean> {
  const reach = await index.reaches();
  const [row] = await index.rows.page(EVENTS, { index: 'by_id', prefix: [workspaceId, id], limit: 1 });
  return row !== undefined && reach !== undefined && row.position <= reach;
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
