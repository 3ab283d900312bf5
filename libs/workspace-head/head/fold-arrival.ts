import type { EventStore } from '#event-store';
import { arrivalStream } from '#kernel';
import type { ResidentCollections } from './resident-collections.js';

/**
 * Folds the arrival of a workspace in front of the first events of its stream, of which the rows may have none yet: its
 * own stream does not tell of it, and without it the workspace would take writes
 * (docs/adr/0090-a-workspace-moves-with-its-log.md).
 * @throws StoreUnavailableError
 */
export async function foldArrival(
  workspaceId: string,
  store: Pick<EventStore, 'read'>,
  resident: ResidentCollections,
): Promise<void> {
  const [arrival] = await store.read(arrivalStream(workspaceId), { limit: 1 });
  if (arrival) resident.begin(arrival);
}
