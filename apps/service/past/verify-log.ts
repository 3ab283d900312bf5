import { setImmediate } from 'node:timers/promises';
import { type Found, type KnownLog, LogVerifier, SkippedEvents, type VerifiedLog } from '#event-store';
import { openReader } from '#event-store/sqlite';
import type { RecordedEvent } from '#kernel';
import { SCHEMAS } from '../catalogue.js';
import { readConfig, readStoresAlone } from '../config.js';
import { ConfigError } from '../config-error.js';
import type { Variables } from '../environment.js';
import { openReadStores } from './log-reading.js';
import { partOf } from './part-of.js';
import { asPastRefusal } from './past-refusal.js';
import type { ReadStores, StoredLog } from './read-stores.js';
import { type Unopened, UnopenedEvents } from './unopened-events.js';

export interface VerifyLogOptions {
  /** The environment of the service whose log it is. */
  readonly environment: Variables;
  /** What the log was known to be before; undefined: nothing is known of it. */
  readonly known: KnownLog | undefined;
  /** Whether the keys of personal data are left out: the log alone is read. */
  readonly withoutKeys?: boolean | undefined;
  readonly signal: AbortSignal;
  /** Called with everything that does not fit. */
  readonly found: Found;
  /** Called now and then with the part that was read, from 0 to 1 (undefined: not known), and the events so far. */
  readonly progress: (part: number | undefined, events: number) => void;
}

export interface CheckedLog extends VerifiedLog {
  /** Events whose personal data cannot be opened, by workspace; none where the keys are left out. */
  readonly unopened: readonly Unopened[];
}

/** Events between two turns of the event loop, in which Ctrl-C is heard. */
const EVENTS_A_TURN = 2_000;

/**
 * Checks the log by itself, beside a running service: see {@link LogVerifier}; and whether its personal data can be
 * opened. Nothing is written.
 * @throws PastRefusal one clear sentence
 */
export async function verifyLog(options: VerifyLogOptions): Promise<CheckedLog> {
  const { environment, known, withoutKeys = false, signal, found, progress } = options;
  let log: StoredLog | undefined;
  let personal: PersonalData | undefined;
  let misfits = 0;
  try {
    log = await openStoredLog(environment, signal);
    if (!withoutKeys) personal = await PersonalData.open(environment);
    const { end, given } = log;
    const counted: Found = (place, what) => {
      misfits += 1;
      found(place, what);
    };
    const verifier = new LogVerifier({ upcast: SCHEMAS.upcast, found: counted, known, given });
    for await (const event of log.events()) {
      const recorded = verifier.add(event);
      if (recorded) personal?.add(recorded);
      if (verifier.events % EVENTS_A_TURN > 0) continue;
      await personal?.open();
      progress(partOf(event.position, end), verifier.events);
      await setImmediate();
      signal.throwIfAborted();
    }
    signal.throwIfAborted();
    await personal?.open();
    const verified = verifier.end();
    return { ...verified, unopened: personal?.found(misfits > 0) ?? [] };
  } catch (error) {
    throw asPastRefusal(error);
  } finally {
    await personal?.close();
    await log?.close();
  }
}

/** The personal data of a log that is checked. */
class PersonalData {
  private readonly skipped = new SkippedEvents();
  private unopened: UnopenedEvents | undefined;
  private read: ReadStores | undefined;
  /** Why no key can be asked for. An event that was changed may be the cause: its place is to be named first. */
  private trouble: Error | undefined;

  /** @throws ConfigError */
  static async open(environment: Variables): Promise<PersonalData> {
    const personal = new PersonalData();
    const { skipped } = personal;
    try {
      personal.read = await openReadStores({ config: readConfig(environment), skipped });
      await skipped.refresh(personal.read.log);
      personal.unopened = new UnopenedEvents(personal.read.keys);
    } catch (error) {
      if (error instanceof ConfigError) throw error;
      personal.trouble = error as Error;
    }
    return personal;
  }

  add(event: RecordedEvent): void {
    if (!this.skipped.inPlaceOf(event.stream, event.revision)) this.unopened?.add(event);
  }

  /** Opens the events that were added. @throws PersonalKeysUnavailableError */
  async open(): Promise<void> {
    await this.unopened?.open();
  }

  /**
   * @param isChanged whether something in the log does not fit
   * @throws PersonalKeysOpenError, StoreUnavailableError no key could be asked for, and nothing in the log explains it
   */
  found(isChanged: boolean): readonly Unopened[] {
    if (this.trouble !== undefined && !isChanged) throw this.trouble;
    return this.unopened?.found() ?? [];
  }

  async close(): Promise<void> {
    await this.read?.close();
  }
}

async function openStoredLog(environment: Variables, signal: AbortSignal): Promise<StoredLog> {
  const stores = readStoresAlone(environment);
  if (stores.shape !== 'embedded') {
    // Loaded on demand, as for the service itself.
    const { openStoredLog: open } = await import('./distributed-reading.js');
    return open(stores, signal);
  }
  const reader = openReader({ file: stores.eventsFile, upcast: SCHEMAS.upcast });
  const given = reader.positionsGiven();
  return { events: () => reader.stored(), end: reader.end(), given, close: async () => reader.close() };
}
