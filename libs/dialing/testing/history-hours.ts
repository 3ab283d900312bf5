import fc from 'fast-check';
import type { Step } from './history-ids.js';
import {
  contact,
  CONTACTS,
  HOURS,
  hours,
  hoursNamed,
  imported,
  phoneOf,
  request,
  some,
  ZONES,
} from './history-parts.js';

const DAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;

/** Most days are open, so that members can be dialed. */
const days = fc.oneof(
  { weight: 3, arbitrary: fc.constant([...DAYS]) },
  { weight: 2, arbitrary: fc.subarray([...DAYS], { minLength: 1 }) },
);
const times = fc.constantFrom(
  ...[
    ['09:00', '17:00'],
    ['08:00', '21:00'],
    ['00:00', '24:00'],
    ['00:00', '24:00'],
    ['06:00', '23:00'],
    // Over midnight.
    ['20:00', '02:00'],
    ['10:45', '10:30'],
    // Where clocks leap, and show an hour twice.
    ['01:30', '02:15'],
    ['00:15', '03:00'],
  ],
);
const interval = fc.tuple(days, times).map(([on, [from, to]]) => ({ days: on, from, to }));
const fields = {
  zone: fc.constantFrom(
    'contact',
    'contact',
    'contact',
    'contact',
    'workspace',
    'America/Santiago',
    'Australia/Lord_Howe',
  ),
  intervals: fc.array(interval, { minLength: 1, maxLength: 3 }),
  closed_dates: fc.oneof(
    { weight: 3, arbitrary: fc.constant([]) },
    { weight: 1, arbitrary: fc.subarray(['<date 0>', '<date 1>', '<date 2>'], { maxLength: 2 }) },
  ),
};
const named = fc.record(fields).map((rest) => ({ name: '<name 0>', ...rest }));

/** Two names of one clock are among them. */
const timeZone = fc.constantFrom(null, null, 'America/Detroit', 'Pacific/Honolulu', ...ZONES);
const phone = fc.nat(CONTACTS - 1);

/** What may happen to calling hours, to those that name them, and to the zones of contacts. */
export const HOURS_STEPS = [
  request(1, 'POST', '/calling-hours', named),
  request(
    4,
    'PATCH',
    hours.map((id) => `/calling-hours/${id}`),
    some(fields),
  ),
  request(
    1,
    'DELETE',
    hours.map((id) => `/calling-hours/${id}`),
  ),
  request(3, 'PATCH', '/admin/workspaces/<workspace 0>', fc.record({ calling_hours_id: hoursNamed })),
  request(
    3,
    'POST',
    '/contacts/batch',
    fc.tuple(contact, phone, timeZone).map(([id, n, time_zone]) => imported(id, n, { time_zone })),
  ),
  request(
    3,
    'PATCH',
    contact.map((id) => `/contacts/${id}`),
    some({ phone: phone.map(phoneOf), time_zone: timeZone }),
  ),
];

/** Hours that lists may name from the start. */
export const someHours: fc.Arbitrary<Step[]> = fc
  .array(named, { minLength: HOURS, maxLength: HOURS })
  .map((all) => all.map((body): Step => ({ method: 'POST', path: '/calling-hours', body })));
