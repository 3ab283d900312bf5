import { VirtualTimers } from '#kernel/testing';
import { FailedAuthentications } from './failed-authentications.js';
import { RateLimiter } from './rate-limiter.js';

const MINUTE = 60_000;

function world(limit: { requests: number; seconds: number } | null = { requests: 3, seconds: 60 }) {
  const lines: object[] = [];
  const time = { now: 0 };
  const timers = new VirtualTimers();
  const failures = new FailedAuthentications({
    limit,
    limiter: new RateLimiter(() => time.now),
    logger: { warn: (line: object) => void lines.push(line) } as never,
    timers,
  });
  const noteAll = (address: string | undefined, count: number) =>
    Array.from({ length: count }, () => failures.note(address));
  return { failures, lines, time, timers, noteAll };
}

describe('failed authentication', () => {
  it('is throttled by address once its bucket is empty, for no longer than Retry-After', () => {
    const { noteAll, time } = world();
    expect(noteAll('192.0.2.1', 4)).toEqual([undefined, undefined, undefined, 20]);
    expect(noteAll('192.0.2.2', 1)).toEqual([undefined]);
    time.now += 20_000;
    expect(noteAll('192.0.2.1', 2)).toEqual([undefined, 20]);
  });

  it('counts IPv6 addresses by /64, and an IPv4 address in both notations as one', () => {
    const { noteAll } = world({ requests: 1, seconds: 60 });
    expect(noteAll('2001:db8:1:2::1', 1)).toEqual([undefined]);
    expect(noteAll('2001:db8:1:2:ffff::9', 1)).toEqual([60]);
    expect(noteAll('2001:db8:1:3::1', 1)).toEqual([undefined]);
    expect(noteAll('192.0.2.1', 1)).toEqual([undefined]);
    expect(noteAll('::ffff:192.0.2.1', 1)).toEqual([60]);
    expect(noteAll(undefined, 2)).toEqual([undefined, 60]);
  });

  it('is never throttled without a limit', () => {
    expect(new Set(world(null).noteAll('192.0.2.1', 1_000))).toEqual(new Set([undefined]));
  });

  it('is logged once a minute: each address with its count, and nothing without failures', () => {
    const { noteAll, lines, timers } = world();
    noteAll('192.0.2.1', 5);
    noteAll('2001:db8::1', 2);
    expect(lines).toEqual([]);
    timers.advance(MINUTE);
    expect(lines.splice(0)).toEqual([
      { address: '192.0.2.1', failures: 5 },
      { address: '2001:db8::/64', failures: 2 },
    ]);
    timers.advance(10 * MINUTE);
    expect([lines, timers.size]).toEqual([[], 0]);
    noteAll('192.0.2.1', 1);
    timers.advance(MINUTE);
    expect(lines).toEqual([{ address: '192.0.2.1', failures: 1 }]);
  });

  it('from many addresses fills neither the memory nor the log', () => {
    const { noteAll, lines, timers } = world();
    for (let at = 0; at < 20_000; at += 1) noteAll(`10.${at >> 16}.${(at >> 8) & 255}.${at & 255}`, 1);
    timers.advance(MINUTE);
    expect(lines).toHaveLength(21);
    expect(lines.at(-1)).toEqual({ failures: 19_980 });
  });
});
