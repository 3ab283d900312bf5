import { Refused } from './state.js';

/** A time of some days of the week, as `HH:MM`. */
export interface ModelInterval {
  readonly days: readonly string[];
  readonly from: string;
  readonly to: string;
}

/** Calling hours as a request sends them. */
export interface HoursFields {
  readonly name: string;
  /** `contact`, `workspace` or a zone of the IANA database. */
  readonly zone: string;
  readonly intervals: readonly ModelInterval[];
  /** YYYY-MM-DD. */
  readonly closed_dates: readonly string[];
}

/** Calling hours: those that are deleted are gone. */
export type ModelHours = HoursFields & { readonly id: string };

/** Hours, and the zones in all of which they have to be open. */
export interface HoursJudged {
  readonly hours: HoursFields;
  readonly zones: readonly string[];
}

const DAY = 86_400_000;
const QUARTER = 900_000;
const WEEKDAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];

const formats = new Map<string, Intl.DateTimeFormat>();
/** By zone, then by the beginning of a day of UTC. */
const offsets = new Map<string, Map<number, number>>();

/** How far the clock of a zone shows more than UTC at an instant, in milliseconds. */
function measuredOffset(zone: string, t: number): number {
  const format =
    formats.get(zone) ?? new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' });
  formats.set(zone, format);
  const minute = Math.floor(t / 60_000) * 60_000;
  return Date.parse(`${format.format(minute).replace(' ', 'T')}:00.000Z`) - minute;
}

/** A day of UTC that begins and ends with one offset changes no clock: since 2000 none has changed twice in one. */
function offsetAt(zone: string, t: number): number {
  const known = offsets.get(zone) ?? new Map<number, number>();
  offsets.set(zone, known);
  const ofDay = (begins: number): number => {
    const offset = known.get(begins) ?? measuredOffset(zone, begins);
    known.set(begins, offset);
    return offset;
  };
  const day = t - (t % DAY);
  return ofDay(day) === ofDay(day + DAY) ? ofDay(day) : measuredOffset(zone, t);
}

/**
 * "Hours are open at t in a zone if the clock on a wall of that zone shows at t a date that is not closed, and a
 * weekday and time inside an interval (from included, to excluded)."
 */
export function modelOpen({ intervals, closed_dates }: HoursFields, zone: string, t: number): boolean {
  const wall = new Date(t + offsetAt(zone, t));
  const shown = wall.toISOString();
  const time = shown.slice(11, 16);
  if (closed_dates.includes(shown.slice(0, 10))) return false;
  const [today, yesterday] = [WEEKDAYS[wall.getUTCDay()]!, WEEKDAYS[(wall.getUTCDay() + 6) % 7]!];
  return intervals.some(({ days, from, to }) => {
    if (from < to) return days.includes(today) && from <= time && time < to;
    // "On its day until 24:00, and on the next day from 00:00."
    return (days.includes(today) && from <= time) || (days.includes(yesterday) && time < to);
  });
}

/** What is known to be closed from one instant on until another, by hours and zones. */
const closedStretches = new Map<string, { readonly from: number; until: number }>();

/**
 * The first instant from `t` on at which all are open, searched by quarters of an hour: no interval begins inside one,
 * and no clock is changed there. null: there is none in the 400 days from `t` on.
 */
export function modelOpening(all: readonly HoursJudged[], t: number): number | null {
  if (all.length === 0) return t;
  const isOpen = (at: number) => all.every(({ hours, zones }) => zones.every((zone) => modelOpen(hours, zone, at)));
  const key = JSON.stringify(all);
  const known = closedStretches.get(key);
  const closed = known && known.from <= t && t <= known.until ? known : { from: t, until: t };
  closedStretches.set(key, closed);
  const end = t + 400 * DAY;
  while (closed.until < end && !isOpen(closed.until)) closed.until = (Math.floor(closed.until / QUARTER) + 1) * QUARTER;
  return closed.until < end ? closed.until : null;
}

/** The calling hours of a workspace. Who names them is told to it. */
export class ModelCallingHours {
  readonly all: ModelHours[] = [];

  /** null: none are named. */
  named(id: string | null): ModelHours | undefined {
    return this.all.find((hours) => hours.id === id);
  }

  get(id: string): ModelHours {
    const found = this.named(id);
    if (!found) throw new Refused('not_found');
    return found;
  }

  create(id: string, { name, zone = 'contact', intervals = [], closed_dates = [] }: Partial<HoursFields>): ModelHours {
    const hours = { id, name: name ?? '', zone, intervals, closed_dates };
    checkHours(hours);
    if (this.all.length >= 50) throw new Refused('resource_conflict');
    this.checkName(hours.name);
    this.all.push(hours);
    return hours;
  }

  patch(id: string, changes: Partial<HoursFields>): ModelHours {
    const hours = this.get(id);
    const { name, zone, intervals, closed_dates } = { ...hours, ...changes };
    checkHours({ name, zone, intervals, closed_dates });
    this.checkName(name, hours);
    return Object.assign(hours, { name, zone, intervals, closed_dates });
  }

  delete(id: string, isNamed: boolean): void {
    const hours = this.get(id);
    if (isNamed) throw new Refused('resource_conflict');
    this.all.splice(this.all.indexOf(hours), 1);
  }

  private checkName(name: string, except?: ModelHours): void {
    const isTaken = this.all.some((each) => each !== except && each.name.toLowerCase() === name.toLowerCase());
    if (isTaken) throw new Refused('resource_conflict');
  }
}

/** "Both on a quarter hour, not equal"; a date is one of the calendar. */
function checkHours({ zone, intervals, closed_dates }: HoursFields): void {
  const isDate = (date: string) => {
    const t = /^\d{4}-\d\d-\d\d$/.test(date) ? Date.parse(`${date}T00:00:00.000Z`) : NaN;
    return !Number.isNaN(t) && new Date(t).toISOString().startsWith(date);
  };
  const isInterval = ({ days, from, to }: ModelInterval) =>
    days.length > 0 &&
    new Set(days).size === days.length &&
    days.every((day) => WEEKDAYS.includes(day)) &&
    /^([01]\d|2[0-3]):(00|15|30|45)$/.test(from) &&
    /^(([01]\d|2[0-3]):(00|15|30|45)|24:00)$/.test(to) &&
    from !== to;
  const areMany = intervals.length < 1 || intervals.length > 50 || closed_dates.length > 366;
  if (areMany || !isZone(zone) || !intervals.every(isInterval) || !closed_dates.every(isDate))
    throw new Refused('validation_failed');
}

function isZone(zone: string): boolean {
  if (zone === 'contact' || zone === 'workspace') return true;
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone });
    return true;
  } catch {
    return false;
  }
}
