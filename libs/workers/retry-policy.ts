import { Backoff, DomainError, UnavailableError } from '#kernel';

/**
 * Delays between two attempts at an item, in milliseconds. A minute is short enough for a store that is available
 * again.
 */
const [FIRST_DELAY_MS, MAX_DELAY_MS] = [500, 60_000];
/**
 * Failures after which an item is parked (docs/reference/consistency.md#workers): an item that can never succeed must
 * not be retried for ever.
 */
const MAX_FAILURES = 10;

/** Decides after each failure of one item of a to-do list when it is tried again, and when it is parked. */
export class RetryPolicy {
  private failures = 0;
  private readonly backoff = new Backoff(FIRST_DELAY_MS, MAX_DELAY_MS);

  /** The item was done or made progress: earlier failures no longer count. */
  reset(): void {
    this.failures = 0;
    this.backoff.reset();
  }

  /**
   * Counts a failure, unless it is transient.
   * @returns milliseconds until the next attempt; undefined: the item is to be parked
   */
  delayAfter(error: unknown): number | undefined {
    if (!isTransient(error)) this.failures += 1;
    return this.failures >= MAX_FAILURES ? undefined : this.backoff.next();
  }
}

/**
 * A store is unavailable, or the append lost its races: not the item's fault, so it is retried without end and no
 * failure is counted.
 */
export function isTransient(error: unknown): boolean {
  if (error instanceof DomainError) return error.code === 'unavailable';
  return error instanceof UnavailableError;
}

/** The item's workspace is deleted: nothing is left to do, and the rows of its to-do list are about to be dropped. */
export function isGone(error: unknown): boolean {
  return error instanceof DomainError && error.code === 'not_found';
}
