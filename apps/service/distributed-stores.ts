import { SkippedEvents } from '#event-store';
import { EventStoreDbEventStore, eventStoreDbUrlProblem } from '#event-store/eventstoredb';
import { KeyCache } from '#personal-data';
import { MongoPersonalKeys } from '#personal-data/mongodb';
import { realTimers } from '#read-model';
import { databaseOf, MongoReadModelConnection, mongoUrlProblem } from '#read-model/mongodb';
import { CACHE_COLLECTIONS, FOLLOWER_PROJECTIONS, SCHEMAS } from './catalogue.js';
import { Closers } from './closers.js';
import { ConfigError } from './config-error.js';
import { FOREIGN_ROWS, isForeign } from './foreign-rows.js';
import { sealedLog } from './sealed-log.js';
import type { SecretsKeys } from './secrets-keys.js';
import type { SharedStores } from './shared-stores.js';
import type { DistributedStores } from './stores-config.js';

const REAL_CLOCK = { now: () => Date.now() };
/** Milliseconds: when a store is closed, no append waits any more, since the commands have been answered. */
export const CLOSE_MS = 1_500;

/**
 * Connects to both stores; each thread has connections of its own.
 * @param secrets the keys that wrap those of personal data, derived from SECRETS_KEY
 * @param log gets sentences for the log
 * @throws ConfigError a malformed connection string, or a read model of another log
 * @throws StoreOpenError, ReadModelOpenError one clear sentence each
 */
export async function connect(
  stores: DistributedStores,
  secrets: SecretsKeys,
  log: (sentence: string) => void,
): Promise<SharedStores> {
  checkUrls(stores);
  const skipped = new SkippedEvents();
  const decoding = { upcast: SCHEMAS.upcast, skipped };
  const options = { url: stores.eventStoreUrl, ...decoding, timings: { close: CLOSE_MS } };
  const closers = new Closers();
  try {
    const keys = new KeyCache(await openKeys(stores, secrets, log), { clock: REAL_CLOCK, timers: realTimers });
    closers.add(() => keys.close());
    const eventStore = await EventStoreDbEventStore.open(options);
    const { store, openRecords } = sealedLog(eventStore, keys, realTimers);
    closers.add(() => store.close());
    await skipped.refresh(store);
    const rows = await openRows(stores, log);
    closers.add(() => rows.close());
    await refuseForeign({ store, rows });
    return { store, keys, openRecords, skipped, rows, close: () => closers.close() };
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

function openKeys(
  { readModelUrl, personalKeysUrl }: DistributedStores,
  secrets: SecretsKeys,
  log: (sentence: string) => void,
): Promise<MongoPersonalKeys> {
  const url = personalKeysUrl ?? readModelUrl;
  const database = personalKeysUrl === undefined ? `${databaseOf(readModelUrl)}_keys` : databaseOf(personalKeysUrl);
  return MongoPersonalKeys.open({ url, database, secrets, log });
}

function openRows(
  { readModelUrl, readModelBatch }: DistributedStores,
  log: (sentence: string) => void,
): Promise<MongoReadModelConnection> {
  return MongoReadModelConnection.open({
    url: readModelUrl,
    projections: FOLLOWER_PROJECTIONS,
    others: CACHE_COLLECTIONS,
    batch: readModelBatch,
    log,
  });
}

async function refuseForeign({ store, rows }: Pick<SharedStores, 'store' | 'rows'>): Promise<void> {
  if (await isForeign(store, rows)) throw new ConfigError([`${FOREIGN_ROWS} Name another database, or drop this one.`]);
}
