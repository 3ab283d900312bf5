import { SkippedEvents } from '#event-store';
import { EventStoreDbEventStore, eventStoreDbUrlProblem } from '#event-store/eventstoredb';
import { UnknownEventError, workspaceStream } from '#kernel';
import { MongoReadModelConnection, mongoUrlProblem } from '#read-model/mongodb';
import { ASIDE, FOLLOWER, FOLLOWER_PROJECTIONS, SCHEMAS } from './catalogue.js';
import { Closers } from './closers.js';
import { ConfigError } from './config-error.js';
import type { DistributedStores } from './stores-config.js';

/** By the time a store is closed, nobody waits for an append any more: the commands have been answered. */
export const CLOSE_MS = 1_500;

/** One thread's connections to the distributed pair. */
export interface Connections {
  readonly store: EventStoreDbEventStore;
  /** What it is read with. */
  readonly skipped: SkippedEvents;
  /** The copy of the rows that this version of the service reads and writes. */
  readonly rows: MongoReadModelConnection;
  readonly close: () => Promise<void>;
}

/**
 * Connects to both stores; each thread has connections of its own.
 * @param log gets sentences for the log.
 * @throws ConfigError a connection string that is refused as it is, or a read model of another log.
 * @throws StoreOpenError, ReadModelOpenError one clear sentence each.
 */
export async function connect(stores: DistributedStores, log: (sentence: string) => void): Promise<Connections> {
  checkUrls(stores);
  const skipped = new SkippedEvents();
  const decoding = { upcast: SCHEMAS.upcast, skipped };
  const options = { url: stores.eventStoreUrl, ...decoding, timings: { close: CLOSE_MS } };
  const closers = new Closers();
  try {
    const store = await EventStoreDbEventStore.open(options);
    closers.add(() => store.close());
    await skipped.refresh(store);
    const rows = await openRows(stores, log);
    closers.add(() => rows.close());
    await refuseForeign(store, rows);
    return { store, skipped, rows, close: () => closers.close() };
  } catch (error) {
    await closers.close();
    throw error;
  }
}

function checkUrls({ eventStoreUrl, readModelUrl }: DistributedStores): void {
  const rules = { EVENTSTORE_URL: eventStoreDbUrlProblem(eventStoreUrl), READMODEL_URL: mongoUrlProblem(readModelUrl) };
  const problems = Object.entries(rules).flatMap(([name, rule]) => (rule === undefined ? [] : [`${name} ${rule}.`]));
  if (problems.length > 0) throw new ConfigError(problems);
}

function openRows(
  { readModelUrl, readModelBatch }: DistributedStores,
  log: (sentence: string) => void,
): Promise<MongoReadModelConnection> {
  return MongoReadModelConnection.open({
    url: readModelUrl,
    projections: FOLLOWER_PROJECTIONS,
    others: ASIDE,
    batch: readModelBatch,
    log,
  });
}

/**
 * Whether the rows were made from another log than this one: they have seen more than it holds, or have rows of a workspace whose
 * events it lacks. A follower that goes on with such rows would never be given what lies before its checkpoint.
 * @throws StoreUnavailableError, ReadModelUnavailableError
 */
export async function isForeign(store: EventStoreDbEventStore, rows: MongoReadModelConnection): Promise<boolean> {
  const seen = await rows.writer.checkpoint(FOLLOWER);
  if (seen === undefined) return false;
  const end = await store.end();
  if (end === undefined || seen > end) return true;
  const some = await rows.anyProjectedRevision();
  return some !== undefined && !(await holds(store, workspaceStream(some.workspaceId), some.revision));
}

async function holds(store: EventStoreDbEventStore, stream: string, revision: number): Promise<boolean> {
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

async function refuseForeign(store: EventStoreDbEventStore, rows: MongoReadModelConnection): Promise<void> {
  if (await isForeign(store, rows)) throw new ConfigError([`${FOREIGN_ROWS} Name another database, or drop this one.`]);
}
