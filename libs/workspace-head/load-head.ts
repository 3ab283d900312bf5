import type { EventStore } from '#event-store';
import { StoreUnavailableError } from '#event-store';
import type { Collection, IndexValue, Projection, Row } from '#kernel';
import { workspaceStream } from '#kernel';
import type { ReadModel } from '#read-model';
import { indexFields, keyOf, valuesOf } from './fields.js';
import { Head } from './head.js';
import type { RowRequest, RowsNeeded, Snapshot } from './rows-needed.js';
import { rowName } from './retained-events.js';
import { Settings } from './settings.js';

/** Events or rows read in one call. */
const PAGE = 1_000;

/** Loads the head of a workspace: R first, then its settings, then the events the rows may lack. */
export async function loadHead(
  workspaceId: string,
  projections: ReadonlyMap<string, Projection>,
  readModel: ReadModel,
  store: Pick<EventStore, 'read'>,
): Promise<Head> {
  const completeTo = await readModel.completeTo(workspaceId);
  const settings = await loadSettings(workspaceId, projections, readModel);
  let lastOccurredAt = '';
  if (completeTo >= 0) {
    const [last] = await store.read(workspaceStream(workspaceId), { from: completeTo, limit: 1 });
    if (!last) throw new StoreUnavailableError(`the log of workspace ${workspaceId} ends before its read model does`);
    lastOccurredAt = last.metadata.occurred_at;
  }
  const head = new Head(workspaceId, projections, settings, completeTo, lastOccurredAt);
  await readLog(store, head);
  return head;
}

/** Brings a head without predictions to the end of its log. */
export async function readLog(store: Pick<EventStore, 'read'>, head: Head): Promise<void> {
  for (;;) {
    const events = await store.read(head.stream, { from: head.durableRevision + 1, limit: PAGE });
    head.learn(events);
    if (events.length < PAGE) return;
  }
}

async function loadSettings(
  workspaceId: string,
  projections: ReadonlyMap<string, Projection>,
  readModel: ReadModel,
): Promise<Settings> {
  const ofSettings = [...projections.values()].filter((projection) => projection.settings);
  const settings = Settings.empty(ofSettings);
  for (const projection of ofSettings) {
    const index = projection.settings!.liveIndex;
    let after: readonly IndexValue[] | undefined;
    do {
      const rows: Row[] = await readModel.page(projection.collection, {
        index,
        prefix: [workspaceId, 1],
        ...(after ? { after } : {}),
        limit: PAGE,
      });
      for (const row of rows) settings.load(projection, row);
      // Behind the prefix (workspace, live).
      const order = indexFields(projection.collection, index).slice(2);
      after = rows.length === PAGE ? valuesOf(rows.at(-1)!, order) : undefined;
    } while (after);
  }
  return settings;
}

/** Reads what a decision asked for into its snapshot. */
export async function loadRows(readModel: ReadModel, snapshot: Snapshot, needed: RowsNeeded): Promise<void> {
  const byCollection = new Map<Collection, RowRequest[]>();
  for (const request of needed.rows) {
    const requests = byCollection.get(request.collection);
    if (requests) requests.push(request);
    else byCollection.set(request.collection, [request]);
  }
  for (const [collection, requests] of byCollection) {
    const rows = await readModel.getMany(
      collection,
      requests.map(({ key }) => key),
    );
    requests.forEach(({ name }, at) => snapshot.rows.set(name, rows[at]));
  }
  for (const { name, collection, index, prefix, after, limit } of needed.scans) {
    const rows = await readModel.page(collection, { index, prefix, ...(after ? { after } : {}), limit });
    snapshot.scans.set(name, { rows, full: rows.length === limit });
    for (const row of rows) keepRow(snapshot, collection, row);
  }
}

/** A scanned row need not be read again by key. */
function keepRow(snapshot: Snapshot, collection: Collection, row: Row): void {
  const name = rowName(collection.name, keyOf(collection, row));
  if (!snapshot.rows.has(name)) snapshot.rows.set(name, row);
}
