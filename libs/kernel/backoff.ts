/**
 * Exponential backoff: the delays between attempts, in milliseconds, each twice the previous one, up to a longest one.
 */
export class Backoff {
  private nextMs: number;

  /** @param firstMs the first delay, and the first one after a reset */
  constructor(
    private readonly firstMs: number,
    private readonly maxMs: number,
  ) {
    this.nextMs = firstMs;
  }

  /** The delay before the next attempt, in milliseconds. */
  next(): number {
    const delay = this.nextMs;
    this.nextMs = Math.min(2 * delay, this.maxMs);
    return delay;
  }

  /** An attempt succeeded: the next delay is the first one again. */
  reset(): void {
    this.nextMs = this.firstMs;
  }
}
