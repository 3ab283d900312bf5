import { type FollowedEvent, isUnreadable, type StoredEvent } from '#event-store';
import { EventStoreDbEventStore } from '#event-store/eventstoredb';
import type { Position, RecordedEvent } from '#kernel';
import { KEYS_STREAM } from '#personal-data';
import { FOLLOWED } from '../catalogue.js';
import { CLOSE_MS } from '../distributed-stores.js';
import { systemMachine } from '../machine.js';
import { LogNotAwaited } from './log-not-awaited.js';
import type { StoredLog } from './read-stores.js';

/** The streams of the service. */
const STREAMS = [...FOLLOWED, KEYS_STREAM];

/** A log of a server, whose events can also be read from a position on. */
export interface StoredServerLog extends StoredLog {
  /** The events behind a position; undefined: all of them. @throws StoreOpenError, StoreUnavailableError */
  events(after?: Position): AsyncIterable<StoredEvent>;
}

/**
 * Opens EventStoreDB for reading its events as they are stored. The client hands out parsed JSON: a byte that changes
 * the text of a value and not the value, such as `\u001F` for `\u001f`, is not seen.
 * @throws StoreOpenError
 */
export async function openStoredServerLog(url: string, signal: AbortSignal): Promise<StoredServerLog> {
  const upcast = (event: RecordedEvent): RecordedEvent => event;
  const log = await EventStoreDbEventStore.open({ url, upcast, timings: { close: CLOSE_MS } });
  const read = new LogNotAwaited({ log, timers: systemMachine.timers });
  async function* events(after?: Position): AsyncGenerator<StoredEvent, void, undefined> {
    for await (const batch of read.follow({ prefixes: STREAMS, signal, ...(after !== undefined && { after }) })) {
      for (const event of batch.events) yield asStored(event);
      if (batch.caughtUp) return;
    }
  }
  const findDamage = (): Promise<void> => Promise.resolve();
  try {
    return { findDamage, events, end: await log.end(), given: undefined, close: () => log.close() };
  } catch (error) {
    await log.close();
    throw error;
  }
}

/** What is no JSON object is '' here: no event has such data or metadata. */
function asStored(event: FollowedEvent): StoredEvent {
  const { stream, revision, type, position } = event;
  const texts = isUnreadable(event)
    ? { id: '', data: '', metadata: '' }
    : { id: event.id, data: JSON.stringify(event.data), metadata: JSON.stringify(event.metadata) };
  return { stream, revision, type, position: position!, ...texts };
}
