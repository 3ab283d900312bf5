import { type Clock, instant, type Instant } from '#kernel';

/**
 * A clock that stands where it was put, for tests of days in seconds (docs/reference/http-contract.md#admin-routes). It
 * runs until it is put anywhere.
 */
export class TestClock implements Clock {
  private standsAt: number | undefined;
  private settle: (now: Instant) => Promise<void> = () => Promise.resolve();

  constructor(private readonly running: Clock) {}

  now(): number {
    return this.standsAt ?? this.running.now();
  }

  /** Who does what is due by the clock: asked each time it was put, and waited for. */
  settledBy(settle: (now: Instant) => Promise<void>): void {
    this.settle = settle;
  }

  /**
   * Resolves to what it says from now on, once all that is due by then is done and can be read.
   * @param milliseconds since 1970; null lets it run in real time again.
   * @throws what kept something that is due from being done
   */
  async put(milliseconds: number | null): Promise<Instant> {
    this.standsAt = milliseconds ?? undefined;
    const now = instant(this.now());
    await this.settle(now);
    return now;
  }
}
