import { InvalidArgumentError } from 'commander';
import { parseUuid, subjectIds, type SubjectType } from '#kernel';
import { type Console, Refusal } from './console.js';

/** What an instant looks like: its zone is part of it. */
const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?(Z|[+-]\d{2}:\d{2})$/;

/** Parses an instant that is not in the future, as ISO 8601 UTC with milliseconds. @throws InvalidArgumentError */
export function pastInstant(console: Console): (text: string) => string {
  return (text) => {
    const at = INSTANT.test(text) && isDay(text.slice(0, 10)) ? Date.parse(text) : NaN;
    if (Number.isNaN(at)) {
      throw new InvalidArgumentError(
        'It must be an instant with its zone, such as 2026-11-20T09:00:00Z or …T10:00+01:00.',
      );
    }
    if (at > console.now()) throw new InvalidArgumentError('It lies in the future.');
    return new Date(at).toISOString();
  };
}

/** @throws InvalidArgumentError */
export function workspaceId(text: string): string {
  return idOf('a workspace')(text);
}

/** Parses an id, as lower case. @throws InvalidArgumentError */
export function idOf(what: string): (text: string) => string {
  return (text) => {
    const id = parseUuid(text);
    if (id === undefined) throw new InvalidArgumentError(`It must be the id of ${what}.`);
    return id;
  };
}

/**
 * The ids of a subject: its own, or of a member those of its list and of its contact.
 * @throws Refusal
 */
export function subjectOf(type: SubjectType, text: string): readonly string[] {
  const ids = subjectIds(type, text);
  if (ids) return ids;
  throw new Refusal(
    type === 'member'
      ? `A member is named <list id>/<contact id>, and not ${text}.`
      : `${text} is not the id of a ${type}: ids are UUIDs.`,
  );
}

/** Parses a whole number in bounds. @throws InvalidArgumentError */
export function wholeNumber(min: number, max: number): (text: string) => number {
  return (text) => {
    const value = /^\d{1,15}$/.test(text) ? Number(text) : NaN;
    if (value >= min && value <= max) return value;
    throw new InvalidArgumentError(`It must be a whole number from ${min} to ${max}.`);
  };
}

/** `Date.parse` takes 30 February for 2 March. */
function isDay(text: string): boolean {
  const at = Date.parse(text);
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text);
}
