import { joinedClocks, zonesOfContact, zonesOfNumber } from '#eligibility';

/** Prefixes of numbers with 8 clocks: those of the first half are at most 3 hours apart, the others 2 or more away. */
const PREFIXES = ['1213', '1303', '1312', '1202', '1808', '4420', '4930', '813'] as const;
const EARLIEST_OPEN = 'America/Los_Angeles';
const OPEN_HOURS = 6;

/** A phone number of one of 8 zones, which change with the number and, behind `inRow` numbers twice, once more. */
export function zonedPhone(number: number, inRow: number): string {
  const prefix = PREFIXES[(number + Math.floor(number / (2 * inRow))) % PREFIXES.length]!;
  return `+${prefix}${(5_000_000 + number).toString()}`;
}

/** The clocks of a contact with only this phone number, as events tell them. */
export function clocksOfPhone(phone: string): string {
  return joinedClocks(zonesOfContact({ time_zone: null, phone_zones: zonesOfNumber(phone) }, ''));
}

/**
 * Calling hours by the clocks of contacts that are open in half of the 8 zones, and stay so for an hour and a half:
 * from the last quarter of an hour in the west of the United States on, which by that time has not come to Hawaii.
 */
export function hoursOfHalf(now: Date) {
  const [hour, minute] = now
    .toLocaleTimeString('en-GB', { timeZone: EARLIEST_OPEN, hour: '2-digit', minute: '2-digit' })
    .split(':')
    .map(Number) as [number, number];
  const time = (hours: number): string =>
    [hours % 24, minute - (minute % 15)].map((part) => part.toString().padStart(2, '0')).join(':');
  const days = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];
  return {
    name: 'Half of the zones',
    zone: 'contact',
    intervals: [{ days, from: time(hour), to: time(hour + OPEN_HOURS) }],
  };
}
