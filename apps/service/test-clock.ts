import type { Clock } from '#kernel';

/** A clock that stands where it was put, for tests of days in seconds (api.md, Admin). It runs until it is put anywhere. */
export class TestClock implements Clock {
  private standsAt: number | undefined;

  constructor(private readonly running: Clock) {}

  now(): number {
    return this.standsAt ?? this.running.now();
  }

  /** @param milliseconds since 1970; null lets it run in real time again. */
  put(milliseconds: number | null): void {
    this.standsAt = milliseconds ?? undefined;
  }
}
