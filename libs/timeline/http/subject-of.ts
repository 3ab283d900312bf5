import { type EventSubject, subjectIds } from '#kernel';
import { invalidParameters } from '#http';
import type { EventsFilter } from './event.dto.js';

/**
 * The subject of a filter; undefined without one.
 * @throws DomainError `validation_failed`: one of both parameters is missing, or the id is none of this type
 */
export function subjectOf({ subject_type: type, subject_id: id }: EventsFilter): EventSubject | undefined {
  if (type === undefined && id === undefined) return undefined;
  if (type === undefined) throw invalid('subject_type', 'required', 'Must be given with subject_id.');
  if (id === undefined) throw invalid('subject_id', 'required', 'Must be given with subject_type.');
  const ids = subjectIds(type, id);
  if (ids) return { type, id: ids.join('/') };
  const form = type === 'member' ? '{smart_list_id}/{contact_id}, both UUIDs' : 'a UUID';
  throw invalid('subject_id', 'invalid_format', `Of a ${type} it must be ${form}.`);
}

/** @throws DomainError `validation_failed`: the time ends before it begins */
export function refuseBackwards({ from, to }: EventsFilter): void {
  if (from !== undefined && to !== undefined && from > to) {
    throw invalid('to', 'out_of_range', 'Must not be before from.');
  }
}

function invalid(parameter: string, rule: string, detail: string) {
  return invalidParameters([{ pointer: `/${parameter}`, code: rule, detail }]);
}
