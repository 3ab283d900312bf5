import type { EventStore } from '#event-store';
import { StoreUnavailableError } from '#event-store';
import type { DocumentKey, IndexValue, Projection, RecordedEvent, Row } from '#kernel';
import { keyOf, keyText, valuesOf, workspaceStream } from '#kernel';
import { indexOrder, type ReadModel, ReadModelUnavailableError } from '#read-model';
import type { HeadBounds } from '../bounds.js';
import { Head } from './head.js';
import {
  EventNeeded,
  type Needed,
  type RowsNeeded,
  rowsOf,
  type ScanRequest,
  type Snapshot,
} from '../view/rows-needed.js';
import { foldArrival } from './fold-arrival.js';
import { ResidentCollections } from './resident-collections.js';
import type { DurableEventsListener } from '../command-decider.js';

/** The part of a read model that heads use. */
export type RowReader = Pick<
  ReadModel,
  'generations' | 'getMany' | 'page' | 'pageKeys' | 'merge' | 'distinct' | 'projectedRevision'
>;

export interface CatchUpPorts {
  readonly store: Pick<EventStore, 'read'>;
  readonly readModel: Pick<RowReader, 'projectedRevision'>;
  readonly bounds: Pick<HeadBounds, 'eventsBehind'>;
}

/** Events or rows read in one call. */
const PAGE = 1_000;
/** Largest lag of the rows, in events: beyond it the head would hold too many events in memory. */
export const MAX_LAG = 20_000;

/**
 * Loads the head of a workspace: the projected revision, then the resident rows, then the events that the rows may
 * lack.
 * @throws ReadModelUnavailableError the rows are more than `MAX_LAG` events behind
 * @throws StoreUnavailableError
 * @throws UnknownEventError
 */
export async function loadHead(
  workspaceId: string,
  projections: ReadonlyMap<string, Projection>,
  readModel: RowReader,
  store: Pick<EventStore, 'read'>,
  onDurable?: DurableEventsListener,
): Promise<Head> {
  const projectedRevision = await readModel.projectedRevision(workspaceId);
  const ofResident = [...projections.values()].filter(({ resident }) => resident);
  const resident = new ResidentCollections(ofResident);
  for (const projection of ofResident) await loadLive(workspaceId, projection, readModel, resident);
  const { lastOccurredAt, lacking } = await readBehind(store, workspaceStream(workspaceId), projectedRevision);
  let loaded = 0;
  for (const projection of ofResident) loaded += await loadTouched(projection, lacking, readModel, resident);
  if (projectedRevision < 0 && lacking.length > 0) await foldArrival(workspaceId, store, resident);
  const head = new Head(workspaceId, projections, resident, projectedRevision, lastOccurredAt, onDurable);
  head.learn(lacking);
  // These rows were read after the log and may be ahead of it.
  if (loaded > 0) await readLog(store, head);
  resident.keepLive();
  return head;
}

/**
 * This head decides nothing any more, and nothing was written for the commands that wait: they begin again on the next
 * head. Never leaves this library.
 */
export abstract class HeadUnusableError extends Error {}

/** Other processes wrote more events than are worth reading: the head is to be loaded anew. */
export class HeadOvertakenError extends HeadUnusableError {
  override readonly name = 'HeadOvertakenError';
}

/** The rows that a head was loaded from were exchanged, or an event that it has folded was skipped. */
export class HeadForgottenError extends HeadUnusableError {
  override readonly name = 'HeadForgottenError';
}

/**
 * Brings a head without predictions to the end of its log, where that is cheaper than loading it anew.
 * @throws HeadOvertakenError it is too far behind complete rows.
 * @throws ReadModelUnavailableError
 * @throws StoreUnavailableError
 * @throws UnknownEventError
 */
export async function catchUp(head: Head, { store, readModel, bounds }: CatchUpPorts): Promise<void> {
  const most = bounds.eventsBehind + head.resident.size;
  const refuseLongGap = (): void => {
    if (head.eventsBehind > most) throw new HeadOvertakenError(`${head.stream} is ${head.eventsBehind} events ahead`);
  };
  refuseLongGap();
  // The rows follow the log, so the log has these revisions already. Commands may report later rows while the log is
  // read.
  const expected = head.durableRevision + head.eventsBehind;
  for await (const events of pages(store, head.stream, head.durableRevision + 1)) {
    // A workspace that was unknown may have arrived since.
    if (head.durableRevision < 0 && events.length > 0) await foldArrival(head.workspaceId, store, head.resident);
    head.learn(events);
    // The log has more events, and the rows may have received them since the projected revision was read.
    if (events.length === PAGE) head.rowsReached(await readModel.projectedRevision(head.workspaceId));
    refuseLongGap();
  }
  // The log was replaced by an older copy: every decision would catch up here again, without end.
  if (head.durableRevision < expected)
    throw new StoreUnavailableError(`${head.stream} ends before its read model does`);
}

async function readLog(store: Pick<EventStore, 'read'>, head: Head): Promise<void> {
  for await (const events of pages(store, head.stream, head.durableRevision + 1)) head.learn(events);
}

async function* pages(
  store: Pick<EventStore, 'read'>,
  stream: string,
  first: number,
): AsyncIterable<readonly RecordedEvent[]> {
  for (let from = first; ; from += PAGE) {
    const events = await store.read(stream, { from, limit: PAGE });
    yield events;
    if (events.length < PAGE) return;
  }
}

/** The events above the projected revision, and the instant of the last event that the rows have. */
async function readBehind(
  store: Pick<EventStore, 'read'>,
  stream: string,
  projectedRevision: number,
): Promise<{ readonly lastOccurredAt: string; readonly lacking: readonly RecordedEvent[] }> {
  const [end] = await store.read(stream, { backwards: true, limit: 1 });
  if ((end?.revision ?? -1) < projectedRevision)
    throw new StoreUnavailableError(`${stream} ends before its read model does`);
  if (!end) return { lastOccurredAt: '', lacking: [] };
  if (end.revision - projectedRevision > MAX_LAG)
    throw new ReadModelUnavailableError(`the rows of ${stream} are too far behind`);
  if (end.revision === projectedRevision) return { lastOccurredAt: end.metadata.occurred_at, lacking: [] };
  const events: RecordedEvent[] = [];
  for await (const page of pages(store, stream, Math.max(projectedRevision, 0))) events.push(...page);
  if (projectedRevision < 0) return { lastOccurredAt: '', lacking: events };
  return { lastOccurredAt: events[0]!.metadata.occurred_at, lacking: events.slice(1) };
}

async function loadLive(
  workspaceId: string,
  projection: Projection,
  readModel: RowReader,
  resident: ResidentCollections,
): Promise<void> {
  const { collection } = projection;
  const index = projection.resident!.liveIndex;
  let after: readonly IndexValue[] | undefined;
  do {
    const rows: Row[] = await readModel.page(collection, {
      index,
      prefix: [workspaceId, 1],
      ...(after ? { after } : {}),
      limit: PAGE,
    });
    for (const row of rows) resident.loadRow(projection, row);
    // The fields behind the prefix (workspace, live).
    const order = indexOrder(collection, index).slice(2);
    after = rows.length === PAGE ? valuesOf(rows.at(-1)!, order) : undefined;
  } while (after);
}

/**
 * Reads the rows that unprojected events touch and that were not among the live ones. Such a row may be ahead of the
 * projected revision and no longer live; without it, those events would be folded into an empty row.
 */
async function loadTouched(
  projection: Projection,
  lacking: readonly RecordedEvent[],
  readModel: RowReader,
  resident: ResidentCollections,
): Promise<number> {
  const { collection } = projection;
  const found = resident.liveRows(collection.name)!;
  const missing = new Map<string, DocumentKey>();
  for (const event of lacking) {
    for (const key of projection.keys(event)) if (!found.has(keyText(key))) missing.set(keyText(key), key);
  }
  if (missing.size === 0) return 0;
  for (const row of await readModel.getMany(collection, [...missing.values()])) {
    if (row) resident.loadRow(projection, row);
  }
  return missing.size;
}

/**
 * Reads what a decision of a workspace asked for into its snapshot, in one round.
 * @throws ReadModelUnavailableError
 * @throws StoreUnavailableError
 * @throws UnknownEventError the event that it asked for cannot be read
 */
export async function loadNeeded(
  { store, readModel }: { readonly store: Pick<EventStore, 'read'>; readonly readModel: RowReader },
  stream: string,
  snapshot: Snapshot,
  needed: Needed,
): Promise<void> {
  if (!(needed instanceof EventNeeded)) return loadRows(readModel, snapshot, needed);
  const [event] = await store.read(stream, { from: needed.revision, limit: 1 });
  // A row names it: the log was replaced by an older copy.
  if (!event) throw new StoreUnavailableError(`${stream} ends before its read model does`);
  snapshot.events.set(needed.revision, event);
}

async function loadRows(readModel: RowReader, snapshot: Snapshot, needed: RowsNeeded): Promise<void> {
  const { collection } = needed;
  const { keys = [], scans = [], keyScans = [], merges = [], values = [] } = needed.reads;
  const [rows, pages, keyPages, merged, found] = await Promise.all([
    keys.length > 0 ? readModel.getMany(collection, keys) : [],
    Promise.all(scans.map((scan) => readModel.page(collection, pageOf(scan)))),
    Promise.all(keyScans.map((scan) => readModel.pageKeys(collection, pageOf(scan)))),
    Promise.all(merges.map(({ options }) => readModel.merge(collection, options))),
    Promise.all(values.map(({ options }) => readModel.distinct(collection, options))),
  ]);
  const loaded = rowsOf(snapshot, collection);
  keys.forEach((key, at) => loaded.set(keyText(key), rows[at]));
  const keep = (name: string, found: readonly Row[], limit: number): void => {
    const keys = new Map<string, DocumentKey>();
    for (const row of found) {
      const key = keyOf(collection, row);
      const text = keyText(key);
      keys.set(text, key);
      // A row that a scan returned need not be read again by its key.
      if (!loaded.has(text)) loaded.set(text, row);
    }
    snapshot.scans.set(name, { rows: found, keys, full: found.length === limit });
  };
  scans.forEach(({ name, limit }, at) => keep(name, pages[at]!, limit));
  keyScans.forEach(({ name, limit }, at) => {
    const read = keyPages[at]!;
    snapshot.keyScans.set(name, { keys: read, full: read.length === limit });
  });
  merges.forEach(({ name, options }, at) => keep(name, merged[at]!, options.limit));
  values.forEach(({ name }, at) => snapshot.values.set(name, found[at]!));
}

function pageOf({ index, prefix, after, limit }: ScanRequest) {
  return { index, prefix, ...(after ? { after } : {}), limit };
}
