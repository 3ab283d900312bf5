import { StoreUnavailableError } from '#event-store';
import { DomainError } from '#kernel';
import { ReadModelUnavailableError } from '#read-model';

const FIRST_DELAY_MS = 500;
const MAX_DELAY_MS = 60_000;
/** Tries after which an item of a to-do list is parked (consistency.md, Workers). */
const MAX_FAILURES = 10;

/** What a worker makes of the failures of one item: how long to wait for the next try, and when to give up. */
export class RetryPolicy {
  private failures = 0;
  private delayMs = FIRST_DELAY_MS;

  /** The item was done, or brought further: what failed before counts no more. */
  reset(): void {
    [this.failures, this.delayMs] = [0, FIRST_DELAY_MS];
  }

  /** The delay before the next try, in milliseconds; undefined: the item is to be parked. */
  delayAfter(error: unknown): number | undefined {
    if (!isTransient(error)) this.failures += 1;
    if (this.failures >= MAX_FAILURES) return undefined;
    const delay = this.delayMs;
    this.delayMs = Math.min(delay * 2, MAX_DELAY_MS);
    return delay;
  }
}

/** A store away or races lost: a worker retries it for ever and charges it to nobody. */
export function isTransient(error: unknown): boolean {
  if (error instanceof DomainError) return error.code === 'unavailable';
  return error instanceof ReadModelUnavailableError || error instanceof StoreUnavailableError;
}

/**
 * What a worker was about to do is to be done no more: its workspace is deleted, and the rows of its to-do list are
 * about to go.
 */
export function isGone(error: unknown): boolean {
  return error instanceof DomainError && error.code === 'not_found';
}
