import { answered, failed } from '../testing/around-deliveries.js';
import { Outage } from './outage.js';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const missed = failed({ stage: 'connect', reached: 'no' });
const noRoute = failed({ stage: 'connect', reached: 'no_route' });
const refused = failed({ stage: 'guard', resolvedIp: null, reached: 'unknown' });

describe('an outage', () => {
  let outage: Outage;
  beforeEach(() => (outage = new Outage()));
  const miss = (hosts: readonly string[], now = 0, result = missed) =>
    hosts.map((host) => outage.isOurs(host, result, now));

  it('is believed from the third host on', () => {
    expect(miss(['a', 'b', 'c', 'd', 'a'])).toEqual([false, false, true, true, true]);
    expect(outage.goesOn).toBe(true);
  });

  it('is none while only one or two hosts are tried, however often, on however many ports', () => {
    expect(miss(['a', 'b', 'a', 'b', 'a', 'a:8443', 'b:444'])).not.toContain(true);
  });

  it('is believed of one host where this machine has no way out at all, unless another was reached just now', () => {
    expect(miss(['a'], 0, noRoute)).toEqual([true]);
    outage.isOurs('b', answered(200), MINUTE);
    expect(miss(['a'], 2 * MINUTE, noRoute)).toEqual([false]);
    expect(miss(['a'], 6 * MINUTE + 1, noRoute)).toEqual([true]);
  });

  it.each([
    ['an answer, whatever it says', answered(500)],
    ['a failure after a host was reached', failed({ stage: 'tls', reached: 'yes' })],
  ])('is over with %s', (_what, result) => {
    miss(['a', 'b', 'c']);
    expect(outage.isOurs('d', result, 1)).toBe(false);
    expect(outage.goesOn).toBe(false);
    expect(miss(['a', 'b'], 2)).toEqual([false, false]);
  });

  it('is not over with what says nothing of the network, and not what that is charged to', () => {
    miss(['a', 'b', 'c']);
    expect(outage.isOurs('d', refused, 1)).toBe(false);
    expect(outage.goesOn).toBe(true);
    expect(miss(['a'], 2)).toEqual([true]);
  });

  it('is what an open connection fails by that falls silent in it; before it that is the receiver’s', () => {
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

  it('that lasts longer than a day is the receivers’ own', () => {
    for (let now = 0; now <= DAY; now += MINUTE) miss(['a', 'b', 'c'], now);
    expect(miss(['a'], DAY + MINUTE)).toEqual([false]);
  });

  it('is probed by four attempts at once, more and more rarely, at least once a minute', () => {
    expect([outage.hasRoom(63, 0), outage.waitMs(0)]).toEqual([true, 0]);
    miss(['a', 'b', 'c']);
    expect([outage.hasRoom(0, 999), outage.waitMs(0)]).toEqual([false, 1_000]);
    expect([outage.hasRoom(3, 1_000), outage.hasRoom(4, 1_000)]).toEqual([true, false]);
    miss(['a', 'b', 'c', 'd'], 1_000);
    expect(outage.waitMs(1_000)).toBe(2_000);
    let now = 1_000;
    for (let probes = 0; probes < 20; probes += 1) miss(['a'], (now += outage.waitMs(now)));
    expect(outage.waitMs(now)).toBe(60_000);
    outage.isOurs('a', answered(200), now);
    expect(outage.hasRoom(63, now)).toBe(true);
  });
});
