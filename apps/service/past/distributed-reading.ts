import { EventStoreDbEventStore } from '#event-store/eventstoredb';
import { ReadKeyCache, refuseOtherKeys } from '#personal-data';
import { MongoPersonalKeys } from '#personal-data/mongodb';
import { SCHEMAS } from '../catalogue.js';
import { checkUrls, CLOSE_MS, keysDatabase } from '../distributed-stores.js';
import { systemMachine } from '../machine.js';
import type { DistributedStores } from '../stores-config.js';
import { LogNotAwaited } from './log-not-awaited.js';
import type { ReadStores, ReadStoresOptions, StoredLog } from './read-stores.js';
import { openStoredServerLog } from './stored-server-log.js';

/**
 * Opens EventStoreDB and the keys on MongoDB for reading. Keys are never made here: where there is no store of them,
 * there is no log of a service.
 * @throws ConfigError, StoreOpenError, PersonalKeysOpenError
 */
export async function openServers(
  stores: DistributedStores,
  { secrets, skipped }: ReadStoresOptions,
): Promise<ReadStores> {
  checkUrls(stores);
  const decoding = { upcast: SCHEMAS.upcast, skipped };
  const log = await EventStoreDbEventStore.open({
    url: stores.eventStoreUrl,
    ...decoding,
    timings: { close: CLOSE_MS },
  });
  try {
    const database = keysDatabase(stores);
    const kept = await MongoPersonalKeys.open({ ...database, secrets, mayMake: false });
    const keys = new ReadKeyCache(kept, systemMachine);
    const close = async (): Promise<void> => {
      await keys.close();
      await log.close();
    };
    await refuseOtherKeys(log, kept, `the MongoDB database ${database.database}`).catch(async (error: unknown) => {
      await kept.close();
      throw error;
    });
    const read = new LogNotAwaited({ log, timers: systemMachine.timers });
    return { log: read, keys, end: await log.end(), close };
  } catch (error) {
    await log.close();
    throw error;
  }
}

/**
 * Opens the log of EventStoreDB for a check of it.
 * @throws ConfigError, StoreOpenError
 */
export async function openStoredLog(stores: DistributedStores, signal: AbortSignal): Promise<StoredLog> {
  checkUrls(stores);
  return openStoredServerLog(stores.eventStoreUrl, signal);
}
