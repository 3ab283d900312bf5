import { PREFIXES_1 } from './prefixes-1.js';
import { ONE_CLOCK } from './one-clock.js';
import { clockOf } from './one-clock-zone.js';

describe('the zone that stands for a clock', () => {
  it.each([
    ['America/Detroit', 'America/New_York'],
    ['US/Eastern', 'America/New_York'],
    ['america/new_york', 'America/New_York'],
    ['Pacific/Honolulu', 'Pacific/Tahiti'],
    ['asia/KATHMANDU', clockOf('Asia/Katmandu')],
    ['US/Pacific-New', 'America/Los_Angeles'],
    ['canada/EAST-Saskatchewan', 'America/Regina'],
  ])('of %s is %s', (zone, clock) => {
    expect(clockOf(zone)).toBe(clock);
  });

  it('is another one for clocks that differ', () => {
    const clocks = ['America/New_York', 'America/Phoenix', 'America/Denver', 'Europe/London', 'UTC'].map(clockOf);
    expect(new Set(clocks).size).toBe(5);
  });

  it('is the name itself in lower case where the table does not have it, however it is spelled', () => {
    expect(['Mars/Olympus', 'MARS/olympus'].map(clockOf)).toEqual(['mars/olympus', 'mars/olympus']);
  });

  it('is the same for the names that Node.js takes for one zone, so nobody has a clock of a spelling', () => {
    for (const zone of Intl.supportedValuesOf('timeZone')) expect(ONE_CLOCK).toContain(clockOf(zone));
    for (const zone of ['US/Pacific-New', 'Canada/East-Saskatchewan']) {
      const { timeZone } = new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions();
      expect([zone, clockOf(zone)]).toEqual([zone, clockOf(timeZone)]);
    }
  });

  it('is known for every zone of a number, and each name has one clock', () => {
    const names = ONE_CLOCK.trim().split(/;?\s+/);
    expect(new Set(names).size).toBe(names.length);
    const ofNumbers = PREFIXES_1.match(/[A-Z]\w+\/[\w/-]+/g)!;
    expect(ofNumbers.filter((zone) => !names.includes(zone))).toEqual([]);
  });
});
