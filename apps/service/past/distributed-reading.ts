import { type FollowedEvent, isUnreadable, SKIPS_STREAM, type StoredEvent } from '#event-store';
import { EventStoreDbEventStore } from '#event-store/eventstoredb';
import { type RecordedEvent, WORKSPACE_STREAMS } from '#kernel';
import { KEYS_STREAM, ReadKeyCache, refuseOtherKeys } from '#personal-data';
import { MongoPersonalKeys } from '#personal-data/mongodb';
import { DELIVERY_STREAMS } from '#webhooks/domain';
import { SCHEMAS } from '../catalogue.js';
import { checkUrls, CLOSE_MS, keysDatabase } from '../distributed-stores.js';
import { systemMachine } from '../machine.js';
import type { DistributedStores } from '../stores-config.js';
import { LogNotAwaited } from './log-not-awaited.js';
import type { ReadStores, ReadStoresOptions, StoredLog } from './read-stores.js';

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

/** The streams of the service. */
const STREAMS = [WORKSPACE_STREAMS, DELIVERY_STREAMS, SKIPS_STREAM, KEYS_STREAM];

/**
 * Opens EventStoreDB for a check of the log. The client hands out parsed JSON: a byte that changes the text of a value
 * and not the value, such as `\u001F` for `\u001f`, is not seen.
 * @throws ConfigError, StoreOpenError
 */
export async function openStoredLog(stores: DistributedStores, signal: AbortSignal): Promise<StoredLog> {
  checkUrls(stores);
  const upcast = (event: RecordedEvent): RecordedEvent => event;
  const log = await EventStoreDbEventStore.open({ url: stores.eventStoreUrl, upcast, timings: { close: CLOSE_MS } });
  const read = new LogNotAwaited({ log, timers: systemMachine.timers });
  async function* events(): AsyncGenerator<StoredEvent, void, undefined> {
    for await (const batch of read.follow({ prefixes: STREAMS, signal })) {
      for (const event of batch.events) yield asStored(event);
      if (batch.caughtUp) return;
    }
  }
  const findDamage = (): Promise<void> => Promise.resolve();
  return { findDamage, events, end: await log.end(), given: undefined, close: () => log.close() };
}

/** What is no JSON object is '' here: no event has such data or metadata. */
function asStored(event: FollowedEvent): StoredEvent {
  const { stream, revision, type, position } = event;
  const texts = isUnreadable(event)
    ? { id: '', data: '', metadata: '' }
    : { id: event.id, data: JSON.stringify(event.data), metadata: JSON.stringify(event.metadata) };
  return { stream, revision, type, position: position!, ...texts };
}
