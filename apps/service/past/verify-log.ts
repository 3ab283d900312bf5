import { setImmediate } from 'node:timers/promises';
import { type Found, type KnownLog, LogVerifier, type VerifiedLog } from '#event-store';
import { openReader } from '#event-store/sqlite';
import { SCHEMAS } from '../catalogue.js';
import { readConfig } from '../config.js';
import type { Variables } from '../environment.js';
import { partOf } from './part-of.js';
import { asPastRefusal } from './past-refusal.js';
import type { StoredLog } from './read-stores.js';

export interface VerifyLogOptions {
  /** The environment of the service whose log it is. */
  readonly environment: Variables;
  /** What the log was known to be before; undefined: nothing is known of it. */
  readonly known: KnownLog | undefined;
  readonly signal: AbortSignal;
  /** Called with everything that does not fit. */
  readonly found: Found;
  /** Called now and then with the part that was read, from 0 to 1 (undefined: not known), and the events so far. */
  readonly progress: (part: number | undefined, events: number) => void;
}

/** Events between two turns of the event loop, in which Ctrl-C is heard. */
const EVENTS_A_TURN = 2_000;

/**
 * Checks the log by itself, beside a running service: see {@link LogVerifier}. Nothing is written; no key is needed.
 * @throws PastRefusal one clear sentence
 */
export async function verifyLog(options: VerifyLogOptions): Promise<VerifiedLog> {
  const { environment, known, signal, found, progress } = options;
  let log: StoredLog | undefined;
  try {
    log = await openStoredLog(environment, signal);
    const { end, given } = log;
    const verifier = new LogVerifier({ upcast: SCHEMAS.upcast, found, known, given });
    for await (const event of log.events()) {
      verifier.add(event);
      if (verifier.events % EVENTS_A_TURN > 0) continue;
      progress(partOf(event.position, end), verifier.events);
      await setImmediate();
      signal.throwIfAborted();
    }
    signal.throwIfAborted();
    return verifier.end();
  } catch (error) {
    throw asPastRefusal(error);
  } finally {
    await log?.close();
  }
}

async function openStoredLog(environment: Variables, signal: AbortSignal): Promise<StoredLog> {
  const { stores } = readConfig(environment);
  if (stores.shape !== 'embedded') {
    // Loaded on demand, as for the service itself.
    const { openStoredLog: open } = await import('./distributed-reading.js');
    return open(stores, signal);
  }
  const reader = openReader({ file: stores.eventsFile, upcast: SCHEMAS.upcast });
  const given = reader.positionsGiven();
  return { events: () => reader.stored(), end: reader.end(), given, close: async () => reader.close() };
}
