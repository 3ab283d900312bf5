import { answered, failed } from '../../testing/around-deliveries.js';
import { EgressBreaker } from './egress-breaker.js';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const missed = failed({ stage: 'connect', reached: 'no', durationMs: 0 });
const noRoute = failed({ stage: 'connect', reached: 'no_route', durationMs: 0 });
const refused = failed({ stage: 'guard', resolvedIp: null, reached: 'unknown' });

describe('an outage', () => {
  let breaker: EgressBreaker;
  beforeEach(() => (breaker = new EgressBreaker()));
  const miss = (hosts: readonly string[], now = 0, result = missed) =>
    hosts.map((host) => breaker.observe(host, result, now));

  it('is assumed from the third failing host on', () => {
    expect(miss(['a', 'b', 'c', 'd', 'a'])).toEqual([false, false, true, true, true]);
    expect(breaker.isOpen).toBe(true);
  });

  it('is not assumed for one or two hosts, with any number of tries and ports', () => {
    expect(miss(['a', 'b', 'a', 'b', 'a', 'a:8443', 'b:444'])).not.toContain(true);
  });

  it('is assumed for one host if this machine has no route, unless another host was reached just now', () => {
    expect(miss(['a'], 0, noRoute)).toEqual([true]);
    breaker.observe('b', answered(200), MINUTE);
    expect(miss(['a'], 2 * MINUTE, noRoute)).toEqual([false]);
    expect(miss(['a'], 6 * MINUTE + 1, noRoute)).toEqual([true]);
  });

  it.each([
    ['an answer of any status', answered(500)],
    ['a failure after a host was reached', failed({ stage: 'tls', reached: 'yes' })],
  ])('is over with %s', (_what, result) => {
    miss(['a', 'b', 'c']);
    expect(breaker.observe('d', result, 1)).toBe(false);
    expect(breaker.isOpen).toBe(false);
    expect(miss(['a', 'b'], 2)).toEqual([false, false]);
  });

  it('does not end with an error that says nothing of the network, and that is charged to the receiver', () => {
    miss(['a', 'b', 'c']);
    expect(breaker.observe('d', refused, 1)).toBe(false);
    expect(breaker.isOpen).toBe(true);
    expect(miss(['a'], 2)).toEqual([true]);
  });

  it('is charged with an open connection that hangs in it; before it the receiver is', () => {
    const silent = failed({ stage: 'headers', reached: 'unknown' });
    expect(miss(['a'], 0, silent)).toEqual([false]);
    miss(['a', 'b', 'c']);
    expect(miss(['d'], 1, silent)).toEqual([true]);
  });

  it('counts the hosts of the last five minutes', () => {
    miss(['a', 'b']);
    expect(miss(['c'], 5 * MINUTE + 1)).toEqual([false]);
    expect(miss(['a', 'b'], 6 * MINUTE)).toEqual([false, true]);
  });

  it('that lasts longer than a day is charged to the receivers', () => {
    for (let now = 0; now <= DAY; now += MINUTE) miss(['a', 'b', 'c'], now);
    expect(breaker.isOpen).toBe(true);
    expect(miss(['a', 'b', 'c', 'd'], DAY + MINUTE)).not.toContain(true);
    expect([breaker.isOpen, breaker.allows('a', { inAll: 63, toHost: 0 }, DAY + MINUTE)]).toEqual([false, true]);
    breaker.observe('a', answered(200), DAY + 2 * MINUTE);
    expect(miss(['a', 'b', 'c'], DAY + 3 * MINUTE)).toEqual([false, false, true]);
  });

  it('does not include attempts that began before a host was reached', () => {
    breaker.observe('e', answered(200), 10_000);
    const before = failed({ stage: 'connect', reached: 'no', durationMs: 10_001 });
    expect(miss(['a', 'b', 'c', 'd'], 20_000, before)).not.toContain(true);
    expect(miss(['a', 'b', 'c'], 20_000, { ...before, durationMs: 9_999 })).toEqual([false, false, true]);
  });

  describe('that continues', () => {
    const mayTry = (host: string, inAll: number, now: number, toHost = 0) =>
      breaker.allows(host, { inAll, toHost }, now);
    const A_SECOND = 1_000;

    it('is probed by four concurrent attempts, at growing intervals of at most a minute', () => {
      expect(mayTry('a', 63, 0)).toBe(true);
      miss(['a', 'b', 'c']);
      expect([mayTry('a', 0, A_SECOND - 1), mayTry('a:444', 0, A_SECOND - 1)]).toEqual([false, false]);
      expect([mayTry('a', 3, A_SECOND), mayTry('a', 4, A_SECOND)]).toEqual([true, false]);
      miss(['a', 'b', 'c', 'd'], A_SECOND);
      expect([mayTry('a', 0, 3 * A_SECOND - 1), mayTry('a', 0, 3 * A_SECOND)]).toEqual([false, true]);
      let now = 3 * A_SECOND;
      for (let probes = 0; probes < 20; probes += 1) {
        miss(['a'], now);
        now += MINUTE;
      }
      expect([mayTry('a', 0, now - 1), mayTry('a', 0, now)]).toEqual([false, true]);
      breaker.observe('a', answered(200), now);
      expect(mayTry('a', 63, now)).toBe(true);
    });

    it('lets each host be tried once, during an outage of any length', () => {
      miss(['a', 'b', 'c']);
      expect([mayTry('e', 60, 1), mayTry('e', 60, 1, 1)]).toEqual([true, false]);
      miss(['e'], 1);
      expect(mayTry('e', 0, 2)).toBe(false);
      miss(['a'], 20 * MINUTE);
      expect(mayTry('e', 0, 20 * MINUTE + 1)).toBe(false);
    });
  });
});
