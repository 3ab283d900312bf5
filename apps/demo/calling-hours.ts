/** Where a contact is. The service takes the zone from the first digits of the number, the demo from here. */
export interface Place {
  readonly city: string;
  readonly timeZone: string;
  /** The first digits of its numbers, and the first number behind them. */
  readonly prefix: string;
  readonly firstNumber: number;
}

const BERLIN: Place = { city: 'Berlin', timeZone: 'Europe/Berlin', prefix: '+4930', firstNumber: 1_000_000 };
const LONDON: Place = { city: 'London', timeZone: 'Europe/London', prefix: '+4420', firstNumber: 79_460_000 };
const NEW_YORK: Place = { city: 'New York', timeZone: 'America/New_York', prefix: '+1212', firstNumber: 5_550_000 };
const TOKYO: Place = { city: 'Tokyo', timeZone: 'Asia/Tokyo', prefix: '+813', firstNumber: 55_500_000 };

/** Places of ten contacts in a row. At any time of day the hours "By law" are open in one of them. */
export const PLACES: readonly Place[] = [
  ...[BERLIN, BERLIN, BERLIN, BERLIN, BERLIN],
  ...[LONDON, LONDON, NEW_YORK, NEW_YORK, TOKYO],
];

/** Calling hours with one interval, by the clocks of the contacts. */
export interface Hours {
  readonly name: string;
  readonly days: readonly string[];
  /** `HH:MM`: included, and excluded. */
  readonly from: string;
  readonly to: string;
}

const WEEKDAYS = ['mon', 'tue', 'wed', 'thu', 'fri'];

/** Of the lists but one. */
export const BY_LAW: Hours = { name: 'By law', days: [...WEEKDAYS, 'sat', 'sun'], from: '08:00', to: '21:00' };
/** Of the list that calls people at work. */
export const AT_WORK: Hours = { name: 'At work', days: WEEKDAYS, from: '09:00', to: '17:00' };

/** Whether hours are open by the clock of a zone, by Intl alone: the service's own computation has no part in it. */
export function isOpen({ days, from, to }: Hours, timeZone: string, instant: string): boolean {
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    ...{ weekday: 'short', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
  });
  const shown = Object.fromEntries(format.formatToParts(new Date(instant)).map(({ type, value }) => [type, value]));
  const time = `${shown['hour']}:${shown['minute']}`;
  return days.includes(shown['weekday']!.toLowerCase()) && from <= time && time < to;
}
