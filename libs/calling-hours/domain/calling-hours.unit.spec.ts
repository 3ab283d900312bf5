import type { DomainEvent } from '#kernel';
import { given, type Given, TEST_WORKSPACE, testId as id } from '#kernel/testing';
import { callingHoursProjection } from '../projections/calling-hours.projection.js';
import { CALLING_HOURS, type CallingHoursSettings, MAX_CALLING_HOURS } from './calling-hours.js';
import {
  changeCallingHours,
  createCallingHours,
  deleteCallingHours,
  type NewCallingHours,
} from './decide-calling-hours.js';
import { checkHours, HOURS_RULES } from './check-hours.js';

const [DAY, NIGHT] = [id(1), id(2)] as const;
const AT = '2030-01-01T00:00:00.000Z';
const INTERVALS: CallingHoursSettings['intervals'] = [{ days: ['mon', 'fri'], from: '09:00', to: '17:00' }];

const created = (calling_hours_id: string, name: string): DomainEvent => ({
  type: 'CallingHoursCreated',
  data: { calling_hours_id, name, zone: 'contact', intervals: INTERVALS, closed_dates: [] },
});
const changed = (changes: object): DomainEvent => ({
  type: 'CallingHoursChanged',
  data: { calling_hours_id: DAY, changes },
});
const workspace = (...events: DomainEvent[]): Given => given([callingHoursProjection], events);
const create = (name: string, more: Partial<NewCallingHours> = {}) =>
  createCallingHours(DAY, { name, intervals: INTERVALS, ...more });
const change = (patch: object) => changeCallingHours(DAY, patch, () => undefined);

describe('new calling hours', () => {
  it('are not the first ones where the workspace has some', () => {
    const [event] = workspace(created(NIGHT, 'Night')).when(create('Day')).events();
    expect(event!.data).not.toHaveProperty('first');
  });

  it('go by the clock of the contact, and have no closed dates, unless they say so', () => {
    workspace()
      .when(create('Day'))
      .thenEvents([{ ...created(DAY, 'Day'), data: { ...created(DAY, 'Day').data, first: true } }])
      .thenAnswer({
        status: 201,
        location: `/calling-hours/${DAY}`,
        etag: '"1"',
        body: {
          ok: true,
          calling_hours: {
            calling_hours_id: DAY,
            name: 'Day',
            zone: 'contact',
            intervals: INTERVALS,
            closed_dates: [],
            version: 1,
            created_at: AT,
            updated_at: AT,
          },
        },
      });
    const given = { zone: 'workspace', closed_dates: ['2032-02-29'] };
    workspace()
      .when(create('Day', given))
      .thenAnswer({ body: { calling_hours: given } });
  });

  it.each([
    [{ zone: 'Mars/Olympus' }, '/zone'],
    [{ zone: '+01:00' }, '/zone'],
    [{ intervals: [...INTERVALS, { days: ['sat'], from: '20:10', to: '02:00' }] }, '/intervals/1/from'],
    [{ intervals: [{ days: ['sat'], from: '24:00', to: '02:00' }] }, '/intervals/0/from'],
    [{ intervals: [{ days: ['sat'], from: '20:00', to: '24:15' }] }, '/intervals/0/to'],
    [{ intervals: [{ days: ['sat'], from: '08:00', to: '08:00' }] }, '/intervals/0/to'],
    [{ closed_dates: ['2030-12-25', '2030-02-30'] }, '/closed_dates/1'],
    [{ closed_dates: ['2030-12-2x'] }, '/closed_dates/0'],
    [{ closed_dates: ['2030-13-01'] }, '/closed_dates/0'],
  ] as const)('are refused with %j, also by a change', (given, pointer) => {
    workspace().when(create('Day', given)).thenRefused('validation_failed', pointer);
    workspace(created(DAY, 'Day')).when(change(given)).thenRefused('validation_failed', pointer);
  });

  it('are refused with every mistake, the first of which the detail names', () => {
    const intervals = [...INTERVALS, { days: ['sat'], from: '8:00', to: '12:10' }] as const;
    const error = (pointer: string, detail: RegExp) => ({ pointer, detail: expect.stringMatching(detail) as string });
    expect(() => checkHours({ intervals, closed_dates: ['2030-02-30'] })).toThrow(
      expect.objectContaining({
        code: 'validation_failed',
        detail: `intervals/1/from: ${HOURS_RULES.from} 2 more in errors.`,
        errors: [
          expect.objectContaining(error('/intervals/1/from', /HH:MM/)),
          expect.objectContaining(error('/intervals/1/to', /HH:MM/)),
          expect.objectContaining(error('/closed_dates/0', /YYYY-MM-DD/)),
        ],
      }),
    );
  });

  it('have a name of their own, upper and lower case being the same, which deleted ones give back', () => {
    const deleted = { type: 'CallingHoursDeleted', data: { calling_hours_id: NIGHT } };
    workspace(created(NIGHT, 'DAY')).when(create('day')).thenRefused('resource_conflict', '/name');
    workspace(created(NIGHT, 'DAY'), deleted).when(create('day')).thenTypes('CallingHoursCreated');
  });

  it('are of at most 50', () => {
    const hours = Array.from({ length: MAX_CALLING_HOURS }, (_, n) => created(id(100 + n), `hours ${n}`));
    workspace(...hours.slice(1))
      .when(create('Day'))
      .thenTypes('CallingHoursCreated');
    workspace(...hours)
      .when(create('Day'))
      .thenRefused('resource_conflict');
  });
});

describe('a change of calling hours', () => {
  const day = created(DAY, 'Day');

  it('is what differs', () => {
    const all = { name: 'Shop', zone: 'UTC', intervals: [{ days: ['sun'], from: '22:00', to: '00:00' }] };
    workspace(day)
      .when(change({ ...all, closed_dates: [] }))
      .thenEvents([changed(all)])
      .thenAnswer({ status: 200, etag: '"2"', body: { calling_hours: { ...all, version: 2 } } });
    workspace(day)
      .when(change({ name: 'DAY', closed_dates: ['2030-12-25'] }))
      .thenEvents([changed({ name: 'DAY', closed_dates: ['2030-12-25'] })]);
    workspace(day)
      .when(change({ name: 'Day', intervals: INTERVALS, zone: 'contact' }))
      .thenNothing()
      .thenAnswer({ status: 200, etag: '"1"' });
  });

  it('is refused for no such hours, another version, and a name that is taken', () => {
    const both = workspace(day, created(NIGHT, 'Night'));
    both.when(changeCallingHours(id(9), {}, () => undefined)).thenRefused('not_found');
    const versions: number[] = [];
    both.when(changeCallingHours(DAY, {}, (version) => void versions.push(version))).thenNothing();
    expect(versions).toEqual(expect.arrayContaining([1]));
    both.when(change({ name: 'night' })).thenRefused('resource_conflict', '/name');
  });
});

it('deleted calling hours are gone', () => {
  workspace(created(DAY, 'Day'))
    .when(deleteCallingHours(DAY, () => undefined))
    .thenEvents([{ type: 'CallingHoursDeleted', data: { calling_hours_id: DAY } }])
    .thenAnswer({ status: 200, body: { ok: true, calling_hours_id: DAY, deleted: true } })
    .thenRow(CALLING_HOURS, [TEST_WORKSPACE, DAY], { live: 0 })
    .and()
    .when(deleteCallingHours(DAY, () => undefined))
    .thenRefused('not_found');
});
