import { DomainError, Recent } from '#kernel';
import { clockOf } from './zones/one-clock-zone.js';
import { noteUnknownZone } from './zones/unknown-zones.js';

/** Milliseconds, as in all of this file. */
const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/**
 * A calendar day of a time zone: `starts` ≤ t < `ends`, both in milliseconds since 1970. Days follow each other without
 * gap or overlap: `ends` is the first instant of the next local date (docs/reference/dialing-rules.md#terms). It
 * belongs to this day even if the clock is set back over midnight afterwards (St. John's did so at 00:01 until 2010),
 * so no contact waits again for a day that has begun.
 */
export interface LocalDay {
  readonly starts: number;
  readonly ends: number;
}

/**
 * The day that an instant lies in, in an IANA zone. Takes some microseconds; the first call for a year of a zone takes
 * half a millisecond.
 * @param zone name of a zone, in any case; checked when it was set
 * @param t milliseconds since 1970
 * @throws DomainError `unavailable`: this Node.js does not know the zone (another process set it, by newer data)
 */
export function localDay(zone: string, t: number): LocalDay {
  const stretches = stretchesAround(zone, t);
  if (stretches.length === 0) throw unknownZone(zone);
  const date = lastDateBy(t, stretches);
  return { starts: firstInstantOf(date, stretches), ends: firstInstantOf(date + 1, stretches) };
}

function unknownZone(zone: string): DomainError {
  const sentence = `This process does not know the time zone ${zone}. Run the same Node.js everywhere.`;
  return new DomainError('unavailable', sentence);
}

/** A time between two changes of a zone's offset, in which local time runs evenly: local = UTC + offset. */
export interface Stretch {
  readonly from: number;
  readonly to: number;
  readonly offset: number;
}

/**
 * The stretches of a zone that begin by an instant and end after another one, in their order: the first one may begin
 * and the last one end elsewhere, and neighbours may have the same offset. None: this Node.js does not know the zone.
 * @param from milliseconds since 1970, as `to`
 */
export function* stretchesBetween(zone: string, from: number, to: number): Generator<Stretch> {
  for (let chunk = Math.floor(from / CHUNK); chunk * CHUNK < to; chunk += 1)
    for (const stretch of chunkOf(zone, chunk)) if (stretch.to > from && stretch.from < to) yield stretch;
}

/** The latest date that has begun by an instant, in days since 1970. The clock may show an earlier one again. */
function lastDateBy(t: number, stretches: readonly Stretch[]): number {
  let latest = -Infinity;
  for (const { from, to, offset } of stretches)
    if (from <= t) latest = Math.max(latest, Math.floor((Math.min(t, to - 1) + offset) / DAY));
  return latest;
}

/**
 * When the clocks first show this local date or a later one: at midnight, or at the change of offset that skips
 * midnight. A date that a zone skipped (30 December 2011 in Samoa) begins together with the next one, so it has no
 * duration.
 */
function firstInstantOf(date: number, stretches: readonly Stretch[]): number {
  for (const { from, to, offset } of stretches) {
    const at = Math.max(from, date * DAY - offset);
    if (at < to) return at;
  }
  throw new RangeError(`no date ${date} in a zone`);
}

/**
 * The stretches from three days before an instant to three days after: offsets are below 15 hours, and a zone skips one
 * date at most.
 */
function stretchesAround(zone: string, t: number): readonly Stretch[] {
  const first = Math.floor((t - 3 * DAY) / CHUNK);
  const last = Math.floor((t + 3 * DAY) / CHUNK);
  return first === last ? chunkOf(zone, first) : [...chunkOf(zone, first), ...chunkOf(zone, last)];
}

/** Offsets are computed for a year at a time. */
const CHUNK = 366 * DAY;

/**
 * A handful of numbers for each year and zone in use; none where this Node.js does not know the zone. By the names of
 * zones in lower case: there are 629, so all of them fit for some years.
 */
const chunks = new Recent<readonly Stretch[]>(4_000);

function chunkOf(zone: string, chunk: number): readonly Stretch[] {
  const key = `${zone.toLowerCase()} ${chunk}`;
  let stretches = chunks.get(key);
  if (!stretches) {
    // A name that only the table of clocks has goes by the one that stands for it there, as its lane does.
    const offsetAt = offsetsOf(zone) ?? offsetsOf(clockOf(zone));
    stretches = offsetAt ? findStretches(offsetAt, chunk * CHUNK, (chunk + 1) * CHUNK) : [];
    chunks.set(key, stretches);
  }
  if (stretches.length === 0) noteUnknownZone(zone);
  return stretches;
}

/** Checks every day and bisects the days in which the offset changed. No zone has changed twice within a day. */
function findStretches(offsetAt: (t: number) => number, from: number, to: number): readonly Stretch[] {
  const stretches: Stretch[] = [];
  let begun = from;
  let offset = offsetAt(from);
  for (let day = from + DAY; day <= to; day += DAY) {
    const here = offsetAt(Math.min(day, to - SECOND));
    if (here === offset) continue;
    let [before, after] = [day - DAY, Math.min(day, to - SECOND)];
    while (after - before > SECOND) {
      const middle = before + Math.floor((after - before) / 2 / SECOND) * SECOND;
      if (offsetAt(middle) === offset) before = middle;
      else after = middle;
    }
    stretches.push({ from: begun, to: after, offset });
    [begun, offset] = [after, here];
  }
  return [...stretches, { from: begun, to, offset }];
}

/** The offset of a zone at an instant, in milliseconds east of Greenwich; undefined: Node.js does not know the zone. */
function offsetsOf(zone: string): ((t: number) => number) | undefined {
  const format = offsetFormat(zone);
  if (!format) return undefined;
  return (t) => {
    const [, sign, hours, minutes, seconds = '0'] =
      /GMT(?:([+-])(\d\d):(\d\d)(?::(\d\d))?)?$/.exec(format.format(t)) ?? [];
    if (sign === undefined) return 0;
    const size = Number(hours) * HOUR + Number(minutes) * MINUTE + Number(seconds) * SECOND;
    return sign === '-' ? -size : size;
  };
}

/** The shortest format that ends in the offset: GMT, GMT+05:45, for years before standard time GMT-00:44:30. */
function offsetFormat(timeZone: string): Intl.DateTimeFormat | undefined {
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset', year: 'numeric' });
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}
