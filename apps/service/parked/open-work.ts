import { ATTRIBUTE_INDEXING, type ContactWalk, ERASURES, ZONES_REFRESH } from '#contacts/domain';
import { CALLS } from '#dialing/domain';
import type { Collection, Row } from '#kernel';
import { SWEEPS } from '#members/domain';
import type { ReadModel } from '#read-model';
import { DUE_DELIVERIES } from '#webhooks/domain';
import { type ParkedWorkRow, type ParkingWorker, WORKSPACES } from '#workspaces/domain';

type Tell = (
  readModel: Pick<ReadModel, 'getMany'>,
  items: readonly ParkedWorkRow[],
) => Promise<readonly (string | undefined)[]>;

/** The version in which each item is on its to-do list; undefined: it is not. */
const VERSIONS: Readonly<Record<ParkingWorker, Tell>> = {
  sweeps: versions(SWEEPS, ({ done, event_id }) => (done === 0 ? event_id : undefined)),
  call_timers: versions(CALLS, ({ open, event_id }) => (open === 1 ? event_id : undefined)),
  webhook_deliveries: versions(DUE_DELIVERIES, ({ open, revision }) => (open === 1 ? String(revision) : undefined)),
  erasures: versions(ERASURES, ({ pending, event_id }) => (pending === 1 ? event_id : undefined)),
  attribute_indexing: versions(ATTRIBUTE_INDEXING, walkToDo, ofWorkspace),
  zones_refresh: versions(ZONES_REFRESH, walkToDo, ofWorkspace),
  // Its pass comes every hour, whatever became of the one before.
  retention: versions(WORKSPACES, ({ live, revision }) => (live === 1 ? String(revision) : undefined), ofWorkspace),
};

function walkToDo({ done, event_id }: ContactWalk): string | undefined {
  return done === 0 ? event_id : undefined;
}

/** The key of a row of which a workspace has one. */
function ofWorkspace({ workspace_id }: ParkedWorkRow): readonly string[] {
  return [workspace_id];
}

function versions<Doc extends Row>(
  collection: Collection<Doc>,
  versionOf: (row: Doc) => string | undefined,
  keyOf: (item: ParkedWorkRow) => readonly string[] = ({ workspace_id, item }) => [workspace_id, item],
): Tell {
  return async (readModel, items) => {
    const rows = items.length === 0 ? [] : await readModel.getMany(collection, items.map(keyOf));
    return rows.map((row) => row && versionOf(row));
  };
}

/**
 * Whether each item is still to be done as it was parked, in their order. The work may have been done since by another
 * way: a call was ended by its client, a delivery was cancelled, the next process had more luck.
 * @throws ReadModelUnavailableError
 */
export async function areOpen(
  readModel: Pick<ReadModel, 'getMany'>,
  items: readonly ParkedWorkRow[],
): Promise<readonly boolean[]> {
  const open = new Set<ParkedWorkRow>();
  for (const worker of new Set(items.map((each) => each.worker))) {
    const own = items.filter((each) => each.worker === worker);
    const found = await VERSIONS[worker](readModel, own);
    own.forEach((each, at) => found[at] === each.version && open.add(each));
  }
  return items.map((each) => open.has(each));
}
