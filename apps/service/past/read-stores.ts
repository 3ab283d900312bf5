import type { EventStore, Found, SkippedEvents, StoredEvent } from '#event-store';
import type { Position } from '#kernel';
import type { ReadKeys } from '#personal-data';
import type { SecretsKeys } from '../secrets-keys.js';

/** The reading part of an event store. */
export type ReadableLog = Pick<EventStore, 'read' | 'follow'>;

/** The stores that a log is read from, with its personal data sealed. */
export interface ReadStores {
  readonly log: ReadableLog;
  readonly keys: ReadKeys;
  /** The end of the log now; undefined while it is empty. */
  readonly end: Position | undefined;
  close(): Promise<void>;
}

/** A log whose events are read as they are stored. */
export interface StoredLog {
  /** Tells what is wrong with the files that it stands in. A server checks its own. @throws the signal's reason */
  findDamage(found: Found, signal: AbortSignal): Promise<void>;
  /** The events in the order of the log, to its present end. @throws StoreOpenError, StoreUnavailableError */
  events(): Iterable<StoredEvent> | AsyncIterable<StoredEvent>;
  /** The end of the log now; undefined while it is empty. */
  readonly end: Position | undefined;
  /** Positions that were given out, 1 and so on without a gap; undefined: they have gaps. */
  readonly given: number | undefined;
  close(): Promise<void>;
}

export interface ReadStoresOptions {
  /** The keys that wrap those of personal data, derived from SECRETS_KEY. */
  readonly secrets: SecretsKeys;
  /** The skipped events of the reads, as the caller keeps them. */
  readonly skipped: SkippedEvents;
}
