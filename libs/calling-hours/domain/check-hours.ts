import { CONTACT_CLOCK, WORKSPACE_CLOCK } from '#eligibility';
import { invalidField } from '#kernel';
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

/**
 * Refuses what no calling hours can have.
 * @throws DomainError `validation_failed`, at the field that breaks a rule
 */
export function checkHours({ zone, intervals = [], closed_dates = [] }: HoursGiven): void {
  if (zone !== undefined && zone !== CONTACT_CLOCK && zone !== WORKSPACE_CLOCK && !isTimeZone(zone)) {
    throw refused('/zone', 'unknown_time_zone', 'Must be contact, workspace or a time zone of the IANA database.');
  }
  intervals.forEach((interval, at) => {
    for (const field of ['from', 'to'] as const)
      if (!TIMES[field].test(interval[field]))
        throw refused(`/intervals/${at}/${field}`, 'invalid_format', SAYS[field]);
    if (interval.from === interval.to) throw refused(`/intervals/${at}/to`, 'not_allowed_value', SAYS.equal);
  });
  closed_dates.forEach((date, at) => {
    if (!isDate(date)) throw refused(`/closed_dates/${at}`, 'invalid_format', SAYS.date);
  });
}

type HoursGiven = {
  readonly [Field in 'zone' | 'intervals' | 'closed_dates']?: CallingHoursSettings[Field] | undefined;
};

const SAYS = {
  from: 'Must be a time on a quarter of an hour, from 00:00 to 23:45.',
  to: 'Must be a time on a quarter of an hour, from 00:00 to 24:00.',
  equal: 'Must differ from `from`. All day is 00:00 to 24:00.',
  date: 'Must be a date, such as 2030-12-25.',
} as const;

/** Date.parse reads 30 February as 2 March. */
function isDate(text: string): boolean {
  const time = DATE_PATTERN.test(text) ? Date.parse(`${text}T00:00:00.000Z`) : NaN;
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

function refused(pointer: string, rule: string, detail: string) {
  return invalidField('validation_failed', pointer, rule, detail);
}
