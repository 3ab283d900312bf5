import type { Machine } from '../machine.js';
import type { StorePair } from '../store-pair.js';
import { ClockGuard } from './clock-guard.js';
import { ClockJudge } from './clock-judge.js';
import { SteadyClock } from './steady-clock.js';

/** The stores of a process whose owner's work rests while the clock is wrong, and the guard that says so. */
export interface GuardedPair {
  readonly pair: StorePair;
  readonly guard: ClockGuard;
}

/**
 * Starts the guard of the machine's clock. Work under `whileOwner` then goes on only while the clock is right: a lease
 * is given back meanwhile, so that a process whose clock is right takes it.
 * @param testClock events are dated by a test clock: what the log says of the time is no measure then.
 */
export async function guardClock(
  { clock: wall, timers, monotonic, uptime }: Machine,
  pair: StorePair,
  { testClock }: { readonly testClock: boolean },
): Promise<GuardedPair> {
  const { referenceClocks: references } = pair;
  const isOwnLog = references.length === 0 && !testClock;
  const judge = new ClockJudge({
    wall,
    steady: new SteadyClock(monotonic, uptime),
    servers: references.map(({ server }) => server),
    newest: isOwnLog ? await pair.newest() : undefined,
  });
  const guard = new ClockGuard({ judge, references, timers });
  await guard.start();
  const whileOwner: StorePair['whileOwner'] = (name, signal, work) =>
    guard.whileRight(signal, (right) => pair.whileOwner(name, right, work));
  return { pair: { ...pair, whileOwner }, guard };
}
