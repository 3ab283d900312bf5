import type { Machine } from '../machine.js';
import type { StorePair } from '../store-pair.js';
import { ClockGuard } from './clock-guard.js';
import { ClockJudge } from './clock-judge.js';
import { SteadyClock } from './steady-clock.js';

/** The stores of a process whose exclusive work stops while the clock is wrong, and the guard that decides this. */
export interface GuardedPair {
  readonly pair: StorePair;
  readonly guard: ClockGuard;
}

/**
 * Starts the guard of the machine's clock. Work under `whileOwner` then runs only while the clock is right; its lease
 * is released meanwhile, so that a process whose clock is right takes it.
 * @param testClock events have the times of a test clock: the log says nothing about the real time then
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
  const whileOwner: StorePair['whileOwner'] = (scope, signal, work) =>
    guard.whileRight(signal, (right) => pair.whileOwner(scope, right, work));
  return { pair: { ...pair, whileOwner }, guard };
}
