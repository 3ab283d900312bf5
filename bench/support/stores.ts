import { randomBytes } from 'node:crypto';
import { MongoClient } from 'mongodb';
import { startMongoServer } from '../../test/doubles/mongodb/server.js';
import { EventStoreProcess } from '../../test/support/engines/event-store-process.js';
import { withDatabase } from '../../test/support/engines/mongodb-url.js';
import { namedEventStore, namedMongo } from '../../test/support/engines/named.js';

/**
 * The bars of the distributed pair are for real servers of both stores: with a stand-in for either the figures are
 * printed without a verdict.
 */
export const REAL_STORES = namedEventStore() !== undefined && namedMongo() !== undefined;

/** Whether the rows are in the stand-in for MongoDB, which scans every document instead of using an index. */
export const ROWS_ARE_SCANNED = namedMongo() === undefined;

const EVENTS = namedEventStore()
  ? 'the EventStoreDB of TEST_EVENTSTORE_BIN, on a directory of its own'
  : 'a STAND-IN of EventStoreDB in one Node process (a file that is never flushed)';
const ROWS = namedMongo() ? 'the MongoDB of TEST_MONGODB_URL' : 'mongo-java-server in memory as a STAND-IN of MongoDB';
const CAVEAT = 'the figures say what the service costs around them and nothing of what EventStoreDB or MongoDB reach';

/** The stores, as printed with every figure of the distributed pair. */
export const STORES = `${EVENTS}; ${ROWS}${REAL_STORES ? '' : `; ${CAVEAT}`}`;

/** Two empty stores for a benchmark. */
export interface Stores {
  /** The environment of a service that uses them. */
  readonly env: Readonly<Record<'EVENTSTORE_URL' | 'READMODEL_URL' | 'SECRETS_KEY', string>>;
  stop(): Promise<void>;
}

/** An empty event store in a process of its own, with its data in the directory. */
export function startEventStore(directory: string): Promise<EventStoreProcess> {
  return EventStoreProcess.start({ parent: directory });
}

/** An empty distributed pair; its database is dropped at the end. */
export async function startStores(directory: string): Promise<Stores> {
  const eventStore = await startEventStore(directory);
  const rows = await startRows();
  return {
    env: {
      EVENTSTORE_URL: eventStore.url,
      READMODEL_URL: rows.url,
      SECRETS_KEY: randomBytes(32).toString('base64'),
    },
    stop: async () => {
      await eventStore.stop();
      await rows.stop();
    },
  };
}

async function startRows(): Promise<{ readonly url: string; stop(): Promise<void> }> {
  const named = namedMongo();
  const database = `bench_${randomBytes(8).toString('hex')}`;
  if (named === undefined) {
    const double = await startMongoServer();
    return { url: withDatabase(double.url, database), stop: () => double.stop() };
  }
  const url = withDatabase(named, database);
  const drop = async (): Promise<void> => {
    const client = await MongoClient.connect(url);
    await client.db().dropDatabase();
    await client.close();
  };
  return { url, stop: drop };
}
