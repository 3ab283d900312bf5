import { randomUUID } from 'node:crypto';
import { EventSchemas } from '#kernel';
import type { EventMetadata, NewEvent, RecordedEvent } from '#kernel';
import type { Decoding } from '../decode.js';
import { type EventStore, type FollowBatch, type FollowOptions, isUnreadable } from '../event-store.js';
import { SKIPS_SCHEMAS } from '../skipped-events.js';

/** An adapter under test. The log may hold foreign events: the suite reads only its own streams. */
export interface ContractSubject {
  readonly store: EventStore;
  /** Closes the store and opens it again on the same log; undefined for adapters whose log is on a server. */
  readonly reopen?: () => Promise<EventStore>;
  /** Closes the store and removes its files. */
  readonly dispose: () => Promise<void>;
}

/** Opens an adapter that upcasts events to their present version. */
export type OpenSubject = (decoding: Decoding) => Promise<ContractSubject>;

/**
 * A subject that is closed and opened again on the same log, any number of times; `remove` deletes the log at the end.
 */
export async function reopenable(
  open: () => Promise<EventStore>,
  remove: () => Promise<void>,
): Promise<ContractSubject> {
  let store = await open();
  return {
    store,
    reopen: async () => {
      await store.close();
      store = await open();
      return store;
    },
    dispose: async () => {
      await store.close();
      await remove();
    },
  };
}

/** The event types of the suite: one that never changed, and one that has gained a currency. */
export const contractSchemas = new EventSchemas([
  ...SKIPS_SCHEMAS,
  { type: 'NoteTaken', version: 1 },
  { type: 'PriceSet', version: 2, upcasts: { 1: (data) => ({ ...data, currency: 'EUR' }) } },
]);

/** The metadata that every event of the service has. */
export function metadata(schemaVersion = 1): EventMetadata {
  return {
    schema_version: schemaVersion,
    workspace_id: randomUUID(),
    occurred_at: '2026-01-31T12:00:00.000Z',
    actor: { kind: 'api_key', id: randomUUID() },
    correlation_id: randomUUID(),
    causation_id: null,
  };
}

/** A new event with data of its own. */
export function note(data: object = { text: 'a note' }): NewEvent {
  return { id: randomUUID(), type: 'NoteTaken', data, metadata: metadata() };
}

/** New events of one append: with one metadata object. */
export function notes(count: number): NewEvent[] {
  const shared = metadata();
  return Array.from({ length: count }, (_, index) => ({ ...note({ text: `note ${index}` }), metadata: shared }));
}

/** A prefix that no other test uses; streams named `${prefix}…` belong to the test. */
export function newPrefix(): string {
  return `contract-${randomUUID()}-`;
}

/** A stream that does not exist yet. */
export function newStream(): string {
  return `${newPrefix()}stream`;
}

export function ids(events: readonly { readonly id: string }[]): string[] {
  return events.map(({ id }) => id);
}

export async function readAll(store: EventStore, stream: string): Promise<readonly RecordedEvent[]> {
  return store.read(stream, { limit: 10_000 });
}

/** Follows until a batch fulfils the condition: by default, until the first one that is caught up. */
export async function followUntil(
  store: Pick<EventStore, 'follow'>,
  options: Omit<FollowOptions, 'signal'>,
  enough: (events: readonly RecordedEvent[], batch: FollowBatch) => boolean = (_, batch) => batch.caughtUp,
): Promise<FollowBatch[]> {
  const stop = new AbortController();
  const batches: FollowBatch[] = [];
  const events: RecordedEvent[] = [];
  for await (const batch of store.follow({ ...options, signal: stop.signal })) {
    batches.push(batch);
    events.push(...batch.events.flatMap((event) => (isUnreadable(event) ? [] : [event])));
    if (enough(events, batch)) stop.abort();
  }
  return batches;
}

/** @throws Error one of them cannot be read */
export function eventsOf(batches: readonly FollowBatch[]): RecordedEvent[] {
  return batches.flatMap(({ events }) =>
    events.map((event) => {
      if (isUnreadable(event)) throw new Error(`not to be read: ${event.unreadable}`);
      return event;
    }),
  );
}

/** The error of a rejected promise; fails if it was not rejected. */
export async function rejection(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => Promise.reject(new Error('expected a rejection')),
    (error: unknown) => error,
  );
}
