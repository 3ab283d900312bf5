import { EventStoreDbEventStore, eventStoreDbUrlProblem } from '#event-store/eventstoredb';
import { MongoReadModelConnection, mongoUrlProblem } from '#read-model/mongodb';
import { ASIDE, FOLLOWER, PROJECTIONS, SCHEMAS } from './catalogue.js';
import { ConfigError } from './config.js';
import type { DistributedStores } from './stores-config.js';

/** One thread's connections to the distributed pair. */
export interface Connections {
  readonly store: EventStoreDbEventStore;
  /** The copy of the rows that this version of the service reads and writes. */
  readonly rows: MongoReadModelConnection;
  readonly close: () => Promise<void>;
}

/**
 * Connects to both stores; each thread has connections of its own.
 * @throws ConfigError a connection string that is refused as it is, or a read model of another log.
 * @throws StoreOpenError, ReadModelOpenError one clear sentence each.
 */
export async function connect(stores: DistributedStores): Promise<Connections> {
  checkUrls(stores);
  const store = await EventStoreDbEventStore.open({ url: stores.eventStoreUrl, upcast: SCHEMAS.upcast });
  try {
    const rows = await openRows(stores);
    const close = async (): Promise<void> => {
      await store.close();
      await rows.close();
    };
    try {
      await refuseForeignLog(store, rows);
    } catch (error) {
      await rows.close();
      throw error;
    }
    return { store, rows, close };
  } catch (error) {
    await store.close();
    throw error;
  }
}

function checkUrls({ eventStoreUrl, readModelUrl }: DistributedStores): void {
  const rules = { EVENTSTORE_URL: eventStoreDbUrlProblem(eventStoreUrl), READMODEL_URL: mongoUrlProblem(readModelUrl) };
  const problems = Object.entries(rules).flatMap(([name, rule]) => (rule === undefined ? [] : [`${name} ${rule}.`]));
  if (problems.length > 0) throw new ConfigError(problems);
}

function openRows({ readModelUrl, readModelBatch }: DistributedStores): Promise<MongoReadModelConnection> {
  return MongoReadModelConnection.open({
    url: readModelUrl,
    projections: PROJECTIONS,
    others: ASIDE,
    batch: readModelBatch,
  });
}

/** A read model that has seen more than the log holds was made from another one: its follower would never be given an event again. */
async function refuseForeignLog(store: EventStoreDbEventStore, { writer }: MongoReadModelConnection): Promise<void> {
  const seen = await writer.checkpoint(FOLLOWER);
  if (seen === undefined) return;
  const end = await store.end();
  if (end !== undefined && seen <= end) return;
  throw new ConfigError([
    'READMODEL_URL names a read model that has seen more than EVENTSTORE_URL holds: it was made from another log. Name another database, or drop this one.',
  ]);
}
