import { TEST_START } from '#kernel/testing';
import { areOpen, momentOf, type NamedHours, WEEKDAYS } from '#eligibility';
import { instant } from '#kernel';
import { NEWER_DATA_MS, OlderTimeZoneData } from '../domain/queue/time-zone-data.js';
import { TimeZoneTrouble } from './time-zone-trouble.js';

const hours: NamedHours = {
  ...{ calling_hours_id: 'all', zone: 'contact', closed_dates: [] },
  intervals: [{ days: WEEKDAYS, from: '00:00', to: '24:00' }],
};
const workspace = { time_zone: 'UTC', dialing_paused_at: null, contact_windows: null, calling_hours_id: 'all' };
const moment = momentOf(workspace, instant(TEST_START), [hours]);

it('tells for ten minutes of zones that this process was asked for and does not know', () => {
  const clock = { now: () => now };
  let now = TEST_START;
  const zones = new TimeZoneTrouble(clock);
  expect(zones.trouble()).toBeUndefined();
  expect(areOpen([hours], 'Europe/Berlin', moment)).toBe(true);
  expect(zones.trouble()).toBeUndefined();
  expect(areOpen([hours], 'Asia/Unknown_City', moment)).toBe(false);
  expect(zones.trouble()).toContain('by the clocks of Asia/Unknown_City, which it does not know');
  now += NEWER_DATA_MS - 1;
  areOpen([hours], 'America/Unknown_City,Asia/Kabul', moment);
  expect(zones.trouble()).toContain('America/Unknown_City, Asia/Unknown_City');
  now += 1;
  expect(zones.trouble()).toContain('the clocks of America/Unknown_City, which');
  now += NEWER_DATA_MS;
  expect(zones.trouble()).toBeUndefined();
});

it('tells of both where another process dials by newer data, too', async () => {
  const zones = new TimeZoneTrouble({ now: () => TEST_START });
  const refusal = new OlderTimeZoneData('2025b', '2025c');
  await expect(zones.watch(Promise.reject(refusal))).rejects.toBe(refusal);
  areOpen([hours], 'Asia/Unknown_City', moment);
  expect(zones.trouble()).toMatch(/2025b, .* 2025c\. .* Asia\/Unknown_City/);
});
