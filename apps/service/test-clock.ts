import { type Clock, instant, type Instant } from '#kernel';

/**
 * A clock that stands where it was set, for tests of days in seconds (docs/reference/http-contract.md#admin-routes).
 * Until it is first set it runs in real time.
 */
export class TestClock implements Clock {
  private standsAt: number | undefined;
  private settle: (now: Instant) => Promise<void> = () => Promise.resolve();

  constructor(private readonly running: Clock) {}

  now(): number {
    return this.standsAt ?? this.running.now();
  }

  /** Registers a function that does the work that is due: called each time the clock is set, and awaited. */
  settledBy(settle: (now: Instant) => Promise<void>): void {
    this.settle = settle;
  }

  /**
   * Sets the clock; resolves to its time once all work that is due by then is done and can be read.
   * @param milliseconds since 1970; null lets it run in real time again
   * @throws the error that kept due work from being done
   */
  async put(milliseconds: number | null): Promise<Instant> {
    this.standsAt = milliseconds ?? undefined;
    const now = instant(this.now());
    await this.settle(now);
    return now;
  }
}
