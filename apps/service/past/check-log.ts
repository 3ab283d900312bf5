import { setImmediate } from 'node:timers/promises';
import {
  type Found,
  type KnownLog,
  LogVerifier,
  StoreOpenError,
  StoreUnavailableError,
  type VerifiedLog,
} from '#event-store';
import { messageOf } from '#kernel';
import { SCHEMAS } from '../catalogue.js';
import type { OpenablePersonalData } from './openable-personal-data.js';
import { partOf } from './part-of.js';
import type { StoredLog } from './read-stores.js';
import type { Unopened } from './unopened-events.js';

export interface LogChecks {
  /** Undefined: personal data stay sealed. */
  readonly personal: OpenablePersonalData | undefined;
  /** What the log was known to be before; undefined: nothing is known of it. */
  readonly known?: KnownLog | undefined;
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
 * Checks a log by itself: the files that it stands in, then each event ({@link LogVerifier}), and whether its personal
 * data can be opened.
 * @throws StoreOpenError, StoreUnavailableError it cannot be read, and nothing that was found in its files explains it
 * @throws PersonalKeysOpenError, PersonalKeysUnavailableError, the signal's reason
 */
export async function checkLog(
  log: StoredLog,
  { personal, known, signal, found, progress }: LogChecks,
): Promise<CheckedLog> {
  let misfits = 0;
  const counted: Found = (place, what) => {
    misfits += 1;
    found(place, what);
  };
  progress(undefined, 0);
  await log.findDamage(counted, signal);
  const isDamaged = misfits > 0;
  const given = isDamaged ? orUndefined(() => log.given) : log.given;
  const verifier = new LogVerifier({ upcast: SCHEMAS.upcast, found: counted, known, given });
  try {
    const { end } = log;
    for await (const event of log.events()) {
      const recorded = verifier.add(event);
      if (recorded) personal?.add(recorded);
      if (verifier.events % EVENTS_A_TURN > 0) continue;
      await personal?.open();
      progress(partOf(event.position, end), verifier.events);
      await setImmediate();
      signal.throwIfAborted();
    }
  } catch (error) {
    if (!isDamaged || !isUnreadable(error)) throw error;
    const reason = messageOf(error.cause ?? error).replace(/\.$/, '');
    counted(`behind ${verifier.events} events`, `the log cannot be read: ${reason}`);
  }
  signal.throwIfAborted();
  await personal?.open();
  return { ...verifier.end(), unopened: personal?.found(misfits > 0) ?? [] };
}

function orUndefined<Value>(read: () => Value): Value | undefined {
  try {
    return read();
  } catch (error) {
    if (isUnreadable(error)) return undefined;
    throw error;
  }
}

function isUnreadable(error: unknown): error is StoreOpenError | StoreUnavailableError {
  return error instanceof StoreOpenError || error instanceof StoreUnavailableError;
}
