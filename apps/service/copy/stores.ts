import { type CopyLimits, type EventStore, StoreOpenError } from '#event-store';
import { EventStoreDbEventStore } from '#event-store/eventstoredb';
import { SqliteEventStore, SqliteStoredLog } from '#event-store/sqlite';
import type { RecordedEvent } from '#kernel';
import type { KeyCopy, KeyRecords } from '#personal-data';
import { MongoKeyRecords } from '#personal-data/mongodb';
import { SqliteKeyCopy, SqliteKeyRecords } from '#personal-data/sqlite';
import { CLOSE_MS } from '../distributed-stores.js';
import { openStoredServerLog } from '../past/stored-server-log.js';
import type { StoredLog } from '../past/read-stores.js';
import type { LogAddress } from './addresses.js';

/** The log that is copied, with the keys of its personal data. */
export interface CopySource {
  readonly log: StoredLog;
  readonly keys: KeyRecords;
}

/** The log that becomes a copy, with its keys. */
export interface CopyTarget {
  readonly store: Pick<EventStore, 'append'>;
  /** What it holds by now. */
  readonly present: (signal: AbortSignal) => Promise<StoredLog>;
  readonly keys: KeyCopy;
  readonly limits: CopyLimits;
  /**
   * Appends that may be under way at once. SQLite commits them in their order; EventStoreDB orders what is answered
   * one by one.
   */
  readonly atOnce: number;
}

/** Of one append to EventStoreDB, whose server drops live subscriptions on larger ones (shared-pair.ts). */
const SERVER_LIMITS: CopyLimits = { events: 200, bytes: 640 * 1_024 };
const FILE_LIMITS: CopyLimits = { events: 1_000, bytes: 640 * 1_024 };

const asItIs = (event: RecordedEvent): RecordedEvent => event;

/** @throws StoreOpenError, PersonalKeysOpenError */
export async function openSource(
  address: LogAddress,
  opened: (close: () => Promise<void>) => void,
  signal: AbortSignal,
): Promise<CopySource> {
  const log = await openStored(address, signal);
  opened(() => log.close());
  const keys =
    address.kind === 'files' ? SqliteKeyRecords.of(address.keysFile) : await MongoKeyRecords.open(address.keys);
  opened(() => keys.close());
  if (!(await keys.store())) throw new StoreOpenError(`There are no keys of personal data beside the log to copy.`);
  return { log, keys };
}

/** @throws StoreOpenError (another process uses the file, too), PersonalKeysOpenError */
export async function openTarget(
  address: LogAddress,
  opened: (close: () => Promise<void>) => void,
): Promise<CopyTarget> {
  const present = (signal: AbortSignal) => openStored(address, signal);
  if (address.kind === 'files') {
    const store = await SqliteEventStore.open({ file: address.eventsFile, upcast: asItIs });
    opened(() => store.close());
    const keys = SqliteKeyCopy.open(address.keysFile);
    opened(() => keys.close());
    return { store, present, keys, limits: FILE_LIMITS, atOnce: 256 };
  }
  const { eventStoreUrl: url } = address;
  const store = await EventStoreDbEventStore.open({ url, upcast: asItIs, timings: { close: CLOSE_MS } });
  opened(() => store.close());
  const keys = await MongoKeyRecords.open(address.keys);
  opened(() => keys.close());
  return { store, present, keys, limits: SERVER_LIMITS, atOnce: 1 };
}

async function openStored(address: LogAddress, signal: AbortSignal): Promise<StoredLog> {
  if (address.kind === 'files') return SqliteStoredLog.of(address.eventsFile);
  return openStoredServerLog(address.eventStoreUrl, signal);
}
