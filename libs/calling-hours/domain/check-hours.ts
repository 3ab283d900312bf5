import { CONTACT_CLOCK, WORKSPACE_CLOCK } from '#eligibility';
import { type FieldError, invalidInput } from '#kernel';
import { isTimeZone } from '#workspaces/domain';
import type { CallingHoursSettings } from './calling-hours.js';

/** A time on a quarter of an hour, as a pattern of JSON Schema: of a beginning, and of an end. */
export const QUARTERS = {
  from: '^([01][0-9]|2[0-3]):(00|15|30|45)$',
  to: '^(([01][0-9]|2[0-3]):(00|15|30|45)|24:00)$',
} as const;
const TIMES = { from: new RegExp(QUARTERS.from), to: new RegExp(QUARTERS.to) };

/** A date, as a pattern of JSON Schema. */
export const DATE = '^[0-9]{4}-[0-9]{2}-[0-9]{2}$';
const DATE_PATTERN = new RegExp(DATE);

/** The rule of each text, as a sentence. */
export const HOURS_RULES = {
  from: 'Must be a time HH:MM on a quarter of an hour, from 00:00 to 23:45.',
  to: 'Must be a time HH:MM on a quarter of an hour, from 00:00 to 24:00.',
  equal: 'Must differ from `from`. All day is 00:00 to 24:00.',
  date: 'Must be a date YYYY-MM-DD, such as 2030-12-25.',
  zone: 'Must be contact, workspace or a time zone of the IANA database.',
} as const;

/**
 * Refuses what no calling hours can have.
 * @throws DomainError `validation_failed`, with the pointer of every mistake
 */
export function checkHours(given: HoursGiven): void {
  const errors = [...mistakesOf(given)];
  if (errors.length > 0) throw invalidInput(errors);
}

function* mistakesOf({ zone, intervals = [], closed_dates = [] }: HoursGiven): Iterable<FieldError> {
  if (zone !== undefined && zone !== CONTACT_CLOCK && zone !== WORKSPACE_CLOCK && !isTimeZone(zone))
    yield { pointer: '/zone', code: 'unknown_time_zone', detail: HOURS_RULES.zone };
  for (const [at, interval] of intervals.entries()) {
    for (const field of ['from', 'to'] as const)
      if (!TIMES[field].test(interval[field]))
        yield { pointer: `/intervals/${at}/${field}`, code: 'invalid_format', detail: HOURS_RULES[field] };
    if (interval.from === interval.to)
      yield { pointer: `/intervals/${at}/to`, code: 'not_allowed_value', detail: HOURS_RULES.equal };
  }
  for (const [at, date] of closed_dates.entries())
    if (!isDate(date)) yield { pointer: `/closed_dates/${at}`, code: 'invalid_format', detail: HOURS_RULES.date };
}

type HoursGiven = {
  readonly [Field in 'zone' | 'intervals' | 'closed_dates']?: CallingHoursSettings[Field] | undefined;
};

/** Date.parse reads 30 February as 2 March. */
function isDate(text: string): boolean {
  const time = DATE_PATTERN.test(text) ? Date.parse(`${text}T00:00:00.000Z`) : NaN;
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}
