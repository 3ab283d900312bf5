import fc from 'fast-check';
import type { RateLimit } from '#kernel';
import { RateLimiter } from './rate-limiter.js';

describe('the token bucket', () => {
  it('lets through what a computation over all past requests would, and no more', () => {
    const step = fc.record({ key: fc.constantFrom('a', 'b'), wait: fc.nat({ max: 3_000 }) });
    const limits = fc.record({ requests: fc.integer({ min: 1, max: 8 }), seconds: fc.integer({ min: 1, max: 4 }) });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), limits, fc.integer({ min: 1, max: 5 }), (steps, limit, parts) => {
        let now = 0;
        const limiter = new RateLimiter(
          () => now,
          () => parts,
        );
        const past = new Map<string, number[]>([
          ['a', []],
          ['b', []],
        ]);
        for (const { key, wait } of steps) {
          now += wait;
          const before = past.get(key)!;
          const room = roomFor(before, now, limit, parts);
          if (room > 0) before.push(now);
          const taken = limiter.take(key, limit);
          expect(taken).toMatchObject({ allowed: room > 0, remaining: Math.max(0, room - 1) });
          const later = roomFor(before, now + taken.seconds * 1000, limit, parts);
          const most = Math.max(1, Math.floor(limit.requests / parts));
          expect(later).toBeGreaterThan(Math.min(taken.remaining, most - 1));
        }
      }),
      { numRuns: 500 },
    );
  });

  it('allows a request once the seconds it named have passed', () => {
    let now = 0;
    const limiter = new RateLimiter(() => now);
    const limit = { requests: 2, seconds: 10 };
    expect([limiter.take('a', limit), limiter.take('a', limit)]).toEqual([
      { allowed: true, remaining: 1, seconds: 5 },
      { allowed: true, remaining: 0, seconds: 5 },
    ]);
    const refused = limiter.take('a', limit);
    expect(refused).toEqual({ allowed: false, remaining: 0, seconds: 5 });
    now += refused.seconds * 1000 - 1;
    expect(limiter.take('a', limit).allowed).toBe(false);
    now += 1;
    expect(limiter.take('a', limit).allowed).toBe(true);
  });

  it('tells what is left without taking any', () => {
    let now = 0;
    const limiter = new RateLimiter(() => now);
    const limit = { requests: 2, seconds: 10 };
    for (let i = 0; i < 3; i += 1) expect(limiter.left('a', limit).remaining).toBe(2);
    limiter.take('a', limit);
    limiter.take('a', limit);
    expect(limiter.left('a', limit)).toEqual({ remaining: 0, seconds: 5 });
    now += 5_000;
    expect(limiter.left('a', limit).remaining).toBe(1);
    expect(limiter.left('a', { requests: 10, seconds: 10 }).remaining).toBe(9);
  });

  it('applies a changed limit at once; used tokens stay used', () => {
    const limiter = new RateLimiter(() => 0);
    for (let i = 0; i < 3; i += 1) limiter.take('a', { requests: 3, seconds: 60 });
    expect(limiter.take('a', { requests: 3, seconds: 60 }).allowed).toBe(false);
    expect(limiter.take('a', { requests: 10, seconds: 60 })).toMatchObject({ allowed: true, remaining: 6 });
    expect(limiter.take('a', { requests: 2, seconds: 60 }).allowed).toBe(false);
  });

  it('holds its part of a limit, and what flows in of it', () => {
    let now = 0;
    const limiter = new RateLimiter(
      () => now,
      () => 4,
    );
    const limit = { requests: 8, seconds: 8 };
    limiter.take('a', limit);
    expect(limiter.take('a', limit)).toEqual({ allowed: true, remaining: 0, seconds: 4 });
    now += 4_000;
    expect(limiter.take('a', limit).allowed).toBe(true);
  });

  it('lets one request through at a time where its part is less than one', () => {
    let now = 0;
    const limiter = new RateLimiter(
      () => now,
      () => 3,
    );
    const limit = { requests: 1, seconds: 10 };
    expect(limiter.take('a', limit)).toEqual({ allowed: true, remaining: 0, seconds: 30 });
    now += 29_999;
    expect(limiter.take('a', limit).allowed).toBe(false);
    now += 1;
    expect(limiter.take('a', limit).allowed).toBe(true);
  });

  it('gives nothing back when it gets a larger part, and keeps to a smaller one at once', () => {
    let [now, parts] = [0, 2];
    const limiter = new RateLimiter(
      () => now,
      () => parts,
    );
    const limit = { requests: 100, seconds: 100 };
    for (let n = 0; n < 45; n += 1) limiter.take('a', limit);
    expect(limiter.left('a', limit).remaining).toBe(5);
    parts = 1;
    expect(limiter.left('a', limit)).toEqual({ remaining: 5, seconds: 1 });
    now += 60_000;
    expect(limiter.left('a', limit).remaining).toBe(65);
    parts = 10;
    expect(limiter.left('a', limit)).toEqual({ remaining: 10, seconds: 10 });
  });

  it('holds a whole part again once it was not used for long, whatever the parts were meanwhile', () => {
    let [now, parts] = [0, 10];
    const limiter = new RateLimiter(
      () => now,
      () => parts,
    );
    const limit = { requests: 100, seconds: 100 };
    limiter.take('a', limit);
    now += 10_000;
    parts = 2;
    expect(limiter.left('a', limit)).toEqual(limiter.left('unused', limit));
  });

  it('forgets no waiting key while there is capacity', () => {
    let now = 0;
    const limiter = new RateLimiter(() => now);
    const limit = { requests: 1, seconds: 60 };
    for (let i = 0; i < 20_000; i += 1) limiter.take(`old ${i}`, limit);
    now += 59_000;
    limiter.take('waiting', limit);
    now += 1_001;
    limiter.take('new', limit);
    expect(limiter.take('waiting', limit).allowed).toBe(false);
  });
});

/**
 * The number of requests allowed now, by the definition: in no interval more than the bucket holds and what flows in
 * meanwhile. In units of which a request has a whole number, so that nothing is rounded.
 */
function roomFor(past: readonly number[], now: number, { requests, seconds }: RateLimit, parts: number): number {
  const whole = seconds * 1000 * parts;
  const full = Math.max(whole, requests * seconds * 1000);
  const rooms = past.map((since, i) => Math.floor((full + (now - since) * requests) / whole) - (past.length - i));
  return Math.min(Math.floor(full / whole), ...rooms);
}
