import { isUnreadable, SkippedEvents } from '#event-store';
import type { RecordedEvent } from '#kernel';
import { readConfig } from '../config.js';
import type { Variables } from '../environment.js';
import { openReadStores } from './log-reading.js';
import { partOf } from './part-of.js';
import { asPastRefusal } from './past-refusal.js';
import type { ReadStores } from './read-stores.js';

export interface SealedEventsOptions {
  /** The environment of the service whose log it is. */
  readonly environment: Variables;
  /** Prefixes of the streams that are read. */
  readonly prefixes: readonly string[];
  readonly signal: AbortSignal;
}

/** Events of all workspaces, and how far the log was read. */
export interface SealedEventBatch {
  readonly events: readonly RecordedEvent[];
  /** The part of the log that was read, from 0 to 1, where positions tell; undefined where they do not. */
  readonly part: number | undefined;
}

/**
 * Reads the events of all workspaces that this version can read, in the order of the log, for a search by ids: their
 * personal data stay sealed, since to open them takes most of the time of a read. Nothing is written.
 * @throws PastRefusal one clear sentence
 * @throws the reason of `signal`
 */
export async function* readSealedEvents(
  options: SealedEventsOptions,
): AsyncGenerator<SealedEventBatch, void, undefined> {
  const { environment, prefixes, signal } = options;
  let stores: ReadStores | undefined;
  try {
    stores = await openReadStores({ config: readConfig(environment), skipped: new SkippedEvents() });
    for await (const { events, position, caughtUp } of stores.log.follow({ prefixes, signal })) {
      const readable = events.filter((event): event is RecordedEvent => !isUnreadable(event));
      yield { events: readable, part: partOf(position, stores.end) };
      if (caughtUp) return;
    }
    signal.throwIfAborted();
  } catch (error) {
    throw asPastRefusal(error);
  } finally {
    await stores?.close();
  }
}
