import { ChainedEventStore, SkippedEvents } from '#event-store';
import { EventStoreDbEventStore, eventStoreDbUrlProblem } from '#event-store/eventstoredb';
import type { Clock, IdSource, Timers } from '#kernel';
import { KeyCache, KeysOfLog } from '#personal-data';
import { MongoPersonalKeys } from '#personal-data/mongodb';
import { databaseOf, MongoReadModelConnection, mongoUrlProblem } from '#read-model/mongodb';
import { CACHE_COLLECTIONS, FOLLOWER_PROJECTIONS, INDEXING, SCHEMAS } from './catalogue.js';
import { Closers } from './closers.js';
import { ConfigError } from './config-error.js';
import { FOREIGN_ROWS, isForeign } from './foreign-rows.js';
import { sealedLog } from './sealed-log.js';
import type { SecretsKeys } from './secrets-keys.js';
import type { SharedStores } from './shared-stores.js';
import type { DistributedStores } from './stores-config.js';

/** Milliseconds: when a store is closed, no append waits any more, since the commands have been answered. */
export const CLOSE_MS = 1_500;

/** Milliseconds after which a thread that waits for a hanging store is terminated: the next owner writes its batch. */
export const THREAD_CLOSE_MS = 2_500;

/** What a connection to the stores needs besides their URLs. */
export interface Connecting {
  /** Real time. */
  readonly clock: Clock;
  readonly timers: Timers;
  readonly ids: IdSource;
  /** The keys that wrap those of personal data, derived from SECRETS_KEY. */
  readonly secrets: SecretsKeys;
  /** PERSONAL_KEYS_LOST: the keys that the log was written with are lost. */
  readonly areKeysLost: boolean;
  /** Gets sentences for the log. */
  readonly log: (sentence: string) => void;
}

/**
 * Connects to the stores; each thread has connections of its own.
 * @throws ConfigError a malformed connection string, or a read model of another log
 * @throws StoreOpenError, PersonalKeysOpenError, ReadModelOpenError one clear sentence each
 */
export async function connect(stores: DistributedStores, connecting: Connecting): Promise<SharedStores> {
  const { areKeysLost: isLost, log, timers } = connecting;
  checkUrls(stores);
  const skipped = new SkippedEvents();
  const decoding = { upcast: SCHEMAS.upcast, skipped };
  const options = { url: stores.eventStoreUrl, ...decoding, timings: { close: CLOSE_MS } };
  const closers = new Closers();
  try {
    const eventStore = await EventStoreDbEventStore.open(options);
    closers.add(() => eventStore.close());
    const keysOfLog = new KeysOfLog({ ...connecting, log: new ChainedEventStore(eventStore), isLost });
    const database = keysDatabase(stores);
    const mayMake = await keysOfLog.mayMake();
    const keysStore = await MongoPersonalKeys.open({ ...database, ...connecting, mayMake });
    const keys = new KeyCache(keysStore, connecting);
    closers.add(() => keys.close());
    const store = sealedLog(eventStore, keys, timers);
    closers.add(() => store.close());
    await skipped.refresh(store);
    const rows = await openRows(stores, log);
    closers.add(() => rows.close());
    await refuseForeign({ store, rows });
    await keysOfLog.claim(keys, `the MongoDB database ${database.database}`);
    const keysTrouble = () => keysStore.health().detail;
    return { store, keys, keysTrouble, skipped, rows, close: () => closers.close() };
  } catch (error) {
    await closers.close();
    throw error;
  }
}

/** @throws ConfigError a malformed connection string */
export function checkUrls({ eventStoreUrl, readModelUrl }: DistributedStores): void {
  const rules = { EVENTSTORE_URL: eventStoreDbUrlProblem(eventStoreUrl), READMODEL_URL: mongoUrlProblem(readModelUrl) };
  const problems = Object.entries(rules).flatMap(([name, rule]) => (rule === undefined ? [] : [`${name} ${rule}.`]));
  if (problems.length > 0) throw new ConfigError(problems);
}

/** Where the personal keys are: by default on the server of the read model, in a database of their own. */
export function keysDatabase({
  readModelUrl,
  personalKeysUrl,
}: Pick<DistributedStores, 'readModelUrl' | 'personalKeysUrl'>): { readonly url: string; readonly database: string } {
  if (personalKeysUrl !== undefined) return { url: personalKeysUrl, database: databaseOf(personalKeysUrl) };
  return { url: readModelUrl, database: `${databaseOf(readModelUrl)}_keys` };
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

/**
 * Connects to the index of events: a copy of its own, in the database of the rows.
 * @throws ReadModelOpenError one clear sentence
 */
export function connectEventsIndex(
  { readModelUrl, readModelBatch }: DistributedStores,
  log: (sentence: string) => void,
): Promise<MongoReadModelConnection> {
  const { projections } = INDEXING;
  return MongoReadModelConnection.open({ url: readModelUrl, projections, others: [], batch: readModelBatch, log });
}

async function refuseForeign({ store, rows }: Pick<SharedStores, 'store' | 'rows'>): Promise<void> {
  if (await isForeign(store, rows)) throw new ConfigError([`${FOREIGN_ROWS} Name another database, or drop this one.`]);
}
