import { type CopyLimits, type EventStore, StoreOpenError, type StoredEvent } from '#event-store';
import { EventStoreDbEventStore } from '#event-store/eventstoredb';
import { SqliteEventStore, SqliteLogPages } from '#event-store/sqlite';
import type { Position, RecordedEvent } from '#kernel';
import type { KeyCopy, KeyRecords } from '#personal-data';
import { MongoKeyRecords } from '#personal-data/mongodb';
import { SqliteKeyCopy, SqliteKeyRecords } from '#personal-data/sqlite';
import { CLOSE_MS } from '../distributed-stores.js';
import { openStoredServerLog } from '../past/stored-server-log.js';
import type { StoredLog } from '../past/read-stores.js';
import type { LogAddress } from './addresses.js';

/** A log as it is stored, up to its end at the opening. */
export interface LogToCopy extends Pick<StoredLog, 'end' | 'close'> {
  /** The events behind a position; undefined: all of them. @throws StoreOpenError, StoreUnavailableError */
  events(after?: Position): Iterable<StoredEvent> | AsyncIterable<StoredEvent>;
}

/** The log that is copied, with the keys of its personal data. */
export interface CopySource {
  readonly log: LogToCopy;
  readonly keys: KeyRecords;
  /** What it holds by now. */
  readonly present: (signal: AbortSignal) => Promise<LogToCopy>;
}

/** The log that becomes a copy, with its keys. */
export interface CopyTarget {
  readonly store: EventStore;
  /** What it holds by now. */
  readonly present: (signal: AbortSignal) => Promise<LogToCopy>;
  readonly keys: KeyCopy;
  readonly limits: CopyLimits;
  /**
   * Appends that may be under way at once. Handed over together, SQLite commits all of them or none, in their order;
   * EventStoreDB orders what is answered one by one.
   */
  readonly atOnce: number;
}

/** Of one append to EventStoreDB, whose server drops live subscriptions on larger ones (shared-pair.ts). */
const SERVER_LIMITS: CopyLimits = { events: 200, bytes: 640 * 1_024 };
const FILE_LIMITS: CopyLimits = { events: 1_000, bytes: 256 * 1_024 };
/** The appends that SQLite's writer takes in one message, and so in one transaction. */
const FILE_APPENDS = 64;

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
  return { log, keys, present: (until) => openStored(address, until) };
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
    return { store, present, keys, limits: FILE_LIMITS, atOnce: FILE_APPENDS };
  }
  const { eventStoreUrl: url } = address;
  const store = await EventStoreDbEventStore.open({ url, upcast: asItIs, timings: { close: CLOSE_MS } });
  opened(() => store.close());
  const keys = await MongoKeyRecords.open(address.keys);
  opened(() => keys.close());
  return { store, present, keys, limits: SERVER_LIMITS, atOnce: 1 };
}

async function openStored(address: LogAddress, signal: AbortSignal): Promise<LogToCopy> {
  if (address.kind === 'files') return SqliteLogPages.of(address.eventsFile);
  return openStoredServerLog(address.eventStoreUrl, signal);
}
