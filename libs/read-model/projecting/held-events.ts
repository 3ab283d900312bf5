import { type EventStore, type FollowedEvent, isSkipRecord, isUnreadable } from '#event-store';
import { type Position, UnknownEventError } from '#kernel';
import type { HeldStreamRow } from './held-stream-row.js';

/** Events read in one call. */
const PAGE = 500;

/**
 * The next events of a held stream, up to a checkpoint: later ones come with the log. The last of them may be one that
 * cannot be read.
 * @throws StoreUnavailableError
 */
export async function eventsBehind(
  store: Pick<EventStore, 'read'>,
  row: HeldStreamRow,
  from: number,
  checkpoint: Position | undefined,
): Promise<readonly FollowedEvent[]> {
  if (checkpoint === undefined) return [];
  const events = await readOn(store, row, from);
  const end = events.findIndex(({ position }) => position !== undefined && position > checkpoint);
  return end < 0 ? events : events.slice(0, end);
}

async function readOn(
  store: Pick<EventStore, 'read'>,
  { stream, type, workspace_id }: HeldStreamRow,
  from: number,
): Promise<readonly FollowedEvent[]> {
  try {
    return await store.read(stream, { from, limit: PAGE });
  } catch (error) {
    if (!(error instanceof UnknownEventError)) throw error;
    const { revision, message, about } = error;
    if (revision > from) return store.read(stream, { from, limit: revision - from });
    const workspaceId = about.workspaceId ?? workspace_id;
    return [{ stream, revision, type: about.type ?? type, workspaceId, unreadable: message }];
  }
}

/** The stream of an event that the last of these events records as skipped; undefined: it is no such record. */
export function skippedIn(events: readonly FollowedEvent[]): string | undefined {
  const last = events.at(-1);
  return last && !isUnreadable(last) && isSkipRecord(last) ? last.data.stream : undefined;
}
