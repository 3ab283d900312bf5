// docs/adr/0051-rows-in-mongodb-are-exchanged-by-their-mark.md
import { UnavailableError, unlessAborted } from '#kernel';
import type { RowsBeside, Sleep } from '#read-model';

/**
 * Milliseconds from the freeze to the exchange: otherwise the live rows of every process stood still for as long as a
 * store is away for one thread. As long as a process takes to follow one that was killed in between.
 */
const FREEZE_MS = 10_000;
const TOO_LONG = 'The rows stood still for ten seconds, and were not exchanged: a store does not answer.';

/**
 * Freezes the live rows and does the steps up to their exchange, within FREEZE_MS. Rows that are not exchanged are
 * thawed.
 * @throws UnavailableError the steps took longer, or a store is away; the signal's reason; what a step throws
 */
export async function whileFrozen(
  beside: Pick<RowsBeside, 'freeze' | 'thaw'>,
  { sleep, signal }: { readonly sleep: Sleep; readonly signal: AbortSignal },
  steps: (until: AbortSignal) => Promise<void>,
): Promise<void> {
  const done = new AbortController();
  const late = new AbortController();
  void sleep(FREEZE_MS, done.signal).then(() => late.abort(new UnavailableError(TOO_LONG)));
  const until = AbortSignal.any([signal, late.signal]);
  let isExchanged = false;
  const exchange = async (): Promise<void> => {
    await beside.freeze();
    await steps(until);
    isExchanged = true;
  };
  try {
    // A call of a store may hang. An exchange that arrives after the thaw is refused.
    await unlessAborted(exchange(), until);
    if (!isExchanged) until.throwIfAborted();
  } catch (error) {
    await beside.thaw().catch(() => undefined);
    throw error;
  } finally {
    done.abort();
  }
}
