import { PREFIXES_1 } from './prefixes-1.js';
import { zonesOfNumber } from './number-zones.js';

describe('the zones of a number', () => {
  it.each([
    ['+12025550101', ['America/New_York']],
    ['+12135550103', ['America/Los_Angeles']],
    ['+18085550105', ['Pacific/Honolulu']],
    ['+4930555105', ['Europe/Berlin']],
    ['+19075550101', ['America/Adak', 'America/Anchorage']],
  ])('are those of its longest known prefix: %s', (phone, zones) => {
    expect(zonesOfNumber(phone)).toEqual(zones);
  });

  it.each([
    ['a number of +1 800, which may lie in 42', '+18005550102'],
    ['a number of a country that the table does not know', '+9995550102'],
    ['an erased contact', ''],
  ])('are none of %s', (_what, phone) => {
    expect(zonesOfNumber(phone)).toEqual([]);
  });

  it('are 1 to 4 zones that the platform knows, and no prefix stands twice', () => {
    const entries = PREFIXES_1.trim()
      .split(/;\s+/)
      .map((entry) => entry.split(/\s+/));
    for (const [names] of entries) {
      const zones = names!.split(',');
      expect(zones.length).toBeLessThanOrEqual(4);
      for (const timeZone of zones) expect(() => new Intl.DateTimeFormat('en', { timeZone })).not.toThrow();
    }
    const prefixes = entries.flatMap(([, ...each]) => each);
    expect(new Set(prefixes).size).toBe(prefixes.length);
    expect(prefixes.length).toBeGreaterThan(2_500);
    expect(prefixes.filter((prefix) => !/^[1-9]\d{0,8}$/.test(prefix))).toEqual([]);
  });

  it('are refused by a table that this process does not have', () => {
    expect(() => zonesOfNumber('+12025550101', 99)).toThrow('there is no table of numbers 99');
  });
});
