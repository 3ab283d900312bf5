import type { Mutant } from './mutant.js';

/** Faults in calling hours and lanes. */
export const MUTANTS_OF_HOURS: readonly Mutant[] = [
  {
    name: 'hours that are closed are dialed in',
    file: 'libs/eligibility/hours/calling-hours.js',
    find: 'const from = openFrom(hours, zone, at, end);',
    replace: 'const from = at;',
  },
  {
    name: 'hours need to be open in the first zone of a number only',
    isRare: true,
    file: 'libs/eligibility/hours/calling-hours.js',
    find: 'zones.map((zone) => ({ hours, zone }))',
    replace: 'zones.slice(0, 1).map((zone) => ({ hours, zone }))',
  },
  {
    name: 'lanes have no cursors of their own',
    file: 'libs/dialing/domain/queue/eligible-members.js',
    find: 'return lanes[key] ?? {',
    replace: 'return {',
  },
  {
    name: 'lanes do not take turns',
    file: 'libs/dialing/domain/queue/turns.js',
    find: 'rounds.toSorted((a, b) => a.turn - b.turn)',
    replace: '[...rounds]',
  },
  {
    name: 'rows of a contact that gets a time zone are not re-indexed',
    file: 'libs/dialing/domain/queue/reindex-jobs.js',
    find: 'data.zones === undefined ? [] : [contactScope(data.contact_id)]',
    replace: '[]',
  },
  {
    name: 'an event does not tell the clocks of its contact',
    file: 'libs/dialing/domain/queue/zone-hints.js',
    find: 'return events.map((event) => clocks.told(event));',
    replace: 'return events;',
  },
  {
    name: 'hours are deleted that a list names',
    from: 65,
    file: 'libs/calling-hours/commands/delete-calling-hours.command.js',
    find: 'list.calling_hours_id === callingHoursId',
    replace: 'false',
  },
];
