import { answered, failed } from '../testing/around-deliveries.js';
import { Outage } from './outage.js';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const missed = failed({ stage: 'connect', reached: 'no', resolvedIp: null });

describe('an outage', () => {
  let outage: Outage;
  beforeEach(() => (outage = new Outage()));
  const miss = (hosts: readonly string[], now = 0) => hosts.map((host) => outage.isOurs(host, missed, now));

  it('is believed from the third host on', () => {
    expect(miss(['a', 'b', 'c', 'd', 'a'])).toEqual([false, false, true, true, true]);
    expect(outage.goesOn).toBe(true);
  });

  it('is none while only one or two hosts are tried, however often', () => {
    expect(miss(['a', 'b', 'a', 'b', 'a', 'a'])).not.toContain(true);
  });

  it.each([
    ['an answer, whatever it says', answered(500)],
    ['a failure after a host was reached', failed({ stage: 'tls' })],
    ['a name server that knows no such name', failed({ stage: 'resolve', resolvedIp: null })],
  ])('is over with %s', (_what, result) => {
    miss(['a', 'b', 'c']);
    expect(outage.isOurs('d', result, 1)).toBe(false);
    expect(outage.goesOn).toBe(false);
    expect(miss(['a', 'b'], 2)).toEqual([false, false]);
  });

  it('is not over with an address that was refused, for nothing was tried', () => {
    miss(['a', 'b', 'c']);
    expect(outage.isOurs('d', failed({ stage: 'guard', reached: 'unknown', resolvedIp: null }), 1)).toBe(false);
    expect(miss(['a'], 2)).toEqual([true]);
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
});
