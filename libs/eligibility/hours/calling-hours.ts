import { QUARTER_HOUR } from '../attempts.js';
import { DAY, stretchesBetween } from '../calendar.js';

/** The days of the week as intervals name them, in the order of the calendar. */
export const WEEKDAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;
export type Weekday = (typeof WEEKDAYS)[number];

/** A time of some days of the week, `from` included and `to` excluded, both as `HH:MM` on a quarter of an hour. */
export interface HoursInterval {
  readonly days: readonly Weekday[];
  readonly from: string;
  /** Not after `from`: the interval ends on the day after. `24:00` is the end of the day. */
  readonly to: string;
}

/** What is open when, by a clock on the wall (docs/reference/dialing-rules.md#terms). */
export interface OpenHours {
  readonly intervals: readonly HoursInterval[];
  /** `YYYY-MM-DD`: nothing of these dates is open. */
  readonly closed_dates: readonly string[];
}

/** Hours that have to be open in each of some zones. */
export interface HoursInZones {
  readonly hours: OpenHours;
  /** Names of the IANA database, in any case. */
  readonly zones: readonly string[];
}

/** Hours that are closed for more days than this do not open: nobody plans that far. */
export const OPENING_DAYS = 400;

/** Bounds of intervals are on quarters of an hour. */
const QUARTERS_A_DAY = DAY / QUARTER_HOUR;

/**
 * Whether hours are open at an instant by the clock of a zone. What the clock leaps over is not there, and what it
 * shows twice is open twice. In a zone that this Node.js does not know nothing is open. It takes half a microsecond.
 * @param t milliseconds since 1970
 */
export function isOpen(hours: OpenHours, zone: string, t: number): boolean {
  return openFrom(hours, zone, t, t + 1) === t;
}

/**
 * The first instant from `t` on at which all hours are open in all of their zones; null: there is none in the next
 * {@link OPENING_DAYS} days, or this Node.js does not know one of the zones.
 * @param t milliseconds since 1970
 */
export function nextOpening(all: readonly HoursInZones[], t: number): number | null {
  const end = t + OPENING_DAYS * DAY;
  const clocks = all.flatMap(({ hours, zones }) => zones.map((zone) => ({ hours, zone })));
  let at = t;
  // Each closed one moves the instant on, until none does.
  for (let open = 0, next = 0; open < clocks.length; next = (next + 1) % clocks.length) {
    const { hours, zone } = clocks[next]!;
    const from = openFrom(hours, zone, at, end);
    if (from === null) return null;
    open = from === at ? open + 1 : 1;
    at = from;
  }
  return at;
}

/** The first instant from `t` on and before `end` at which hours are open in a zone; null: there is none. */
function openFrom(hours: OpenHours, zone: string, t: number, end: number): number | null {
  const week = weekOf(hours);
  for (const { from, to, offset } of stretchesBetween(zone, t, end)) {
    const last = Math.min(to, end);
    for (let at = Math.max(from, t); at < last;) {
      const date = Math.floor((at + offset) / DAY);
      const nextDay = Math.min((date + 1) * DAY - offset, last);
      const opens = week.opens(date, Math.floor((at + offset - date * DAY) / QUARTER_HOUR));
      if (opens !== null) {
        const open = Math.max(at, date * DAY + opens * QUARTER_HOUR - offset);
        if (open < nextDay) return open;
      }
      at = nextDay;
    }
  }
  return null;
}

/** Hours as they are asked: which quarters of which weekday are open, and which dates are closed. */
class Week {
  private readonly quarters = WEEKDAYS.map(() => new Uint8Array(QUARTERS_A_DAY));
  private readonly closed: ReadonlySet<number>;

  constructor({ intervals, closed_dates }: OpenHours) {
    for (const { days, from, to } of intervals) {
      const [begin, end] = [quarterOf(from), quarterOf(to)];
      for (const day of days) {
        const index = WEEKDAYS.indexOf(day);
        if (begin < end) this.quarters[index]!.fill(1, begin, end);
        else {
          this.quarters[index]!.fill(1, begin);
          this.quarters[(index + 1) % WEEKDAYS.length]!.fill(1, 0, end);
        }
      }
    }
    this.closed = new Set(closed_dates.map((date) => Date.parse(`${date}T00:00:00.000Z`) / DAY));
  }

  /** The first open quarter of a date, from one of its quarters on; null: there is none. */
  opens(date: number, quarter: number): number | null {
    if (this.closed.has(date)) return null;
    const found = this.quarters[weekdayOf(date)]!.indexOf(1, quarter);
    return found < 0 ? null : found;
  }
}

/** Hours are rows that are replaced when they change. */
const weeks = new WeakMap<OpenHours, Week>();

function weekOf(hours: OpenHours): Week {
  const known = weeks.get(hours);
  if (known) return known;
  const made = new Week(hours);
  weeks.set(hours, made);
  return made;
}

function quarterOf(time: string): number {
  const [hours, minutes] = time.split(':').map(Number) as [number, number];
  return hours * 4 + minutes / 15;
}

/** The index in {@link WEEKDAYS} of a date in days since 1970, which began with a Thursday. */
function weekdayOf(date: number): number {
  return (((date + 3) % 7) + 7) % 7;
}
