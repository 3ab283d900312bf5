import { InvalidArgumentError } from 'commander';
import type { Console } from './console.js';

/** What an instant looks like: its zone is part of it. */
const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?(Z|[+-]\d{2}:\d{2})$/;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

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
  const id = text.toLowerCase();
  if (!UUID.test(id)) throw new InvalidArgumentError('It must be the id of a workspace.');
  return id;
}

/** `Date.parse` takes 30 February for 2 March. */
function isDay(text: string): boolean {
  const at = Date.parse(text);
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text);
}
