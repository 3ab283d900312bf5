import type { Decide, DomainEvent, WorkspaceView } from '#kernel';
import { given, type Given, TEST_WORKSPACE, testId as id } from '#kernel/testing';
import { CALLING_HOURS_PROJECTIONS } from '#calling-hours';
import { smartListsProjection } from '../projections/smart-lists.projection.js';
import { changed, created } from '../testing/past.js';
import { changeList, cloneList, createList, type NewSmartList, type SmartListPatch } from './change-lists.js';
import { SMART_LISTS } from './smart-list.js';

const [A, B, C] = [id(1), id(2), id(3)] as const;

const deleted = (smart_list_id: string): DomainEvent => ({
  type: 'SmartListDeleted',
  data: { smart_list_id, members_left: 0 },
});
const lists = (...events: DomainEvent[]): Given => given([smartListsProjection, ...CALLING_HOURS_PROJECTIONS], events);

/** A decision of one domain function, without an answer. */
const decide =
  (part: (view: WorkspaceView) => DomainEvent | undefined): Decide =>
  (view) => ({
    events: [part(view)].filter((event) => event !== undefined),
    answer: () => ({ status: 200, body: {} }),
  });
const create = (input: NewSmartList): Decide => decide((view) => createList(view, C, input));
const change = (list: string, patch: SmartListPatch): Decide => decide((view) => changeList(view, list, patch));
const clone = (list: string, name?: string): Decide => decide((view) => cloneList(view, list, C, name));

describe('creating a list', () => {
  it('records every default', () => {
    lists()
      .when(create({ name: 'Spring' }))
      .thenEvents([
        {
          type: 'SmartListCreated',
          data: {
            smart_list_id: C,
            name: 'Spring',
            description: null,
            priority: 'medium',
            max_attempts_per_day: null,
            max_attempts_total: null,
            min_retry_seconds: 3600,
            retry_seconds: null,
            attempt_windows: null,
            dial_timeout_seconds: 30,
            next_list_id: null,
            calling_hours_id: null,
            paused: false,
            source: 'api',
          },
        },
      ]);
  });

  it('uses the given settings', () => {
    const settings = { description: 'x', priority: 'low', max_attempts_total: 0, min_retry_seconds: 0 } as const;
    lists(created(A, 'A'))
      .when(create({ name: 'Spring', ...settings, next_list_id: A }))
      .thenEvents([created(C, 'Spring', { ...settings, next_list_id: A })]);
  });

  it('is refused for the name of another active list in any spelling', () => {
    for (const name of ['CAFÉ', 'cafe\u0301'.normalize('NFC'), 'Café']) {
      lists(created(A, 'Café')).when(create({ name })).thenRefused('resource_conflict', '/name');
    }
    lists(created(A, 'Café'), deleted(A))
      .when(create({ name: 'Café' }))
      .thenTypes('SmartListCreated');
  });

  it('is refused with a next list that is not active', () => {
    for (const next_list_id of [B, A]) {
      lists(created(A, 'A'), deleted(A))
        .when(create({ name: 'N', next_list_id }))
        .thenRefused('invalid_reference', '/next_list_id');
    }
  });

  it('refuses an invalid reference before a used name', () => {
    lists(created(A, 'A'))
      .when(create({ name: 'A', next_list_id: B }))
      .thenRefused('invalid_reference');
  });

  it('is refused beyond 1,000 active lists; deleted ones do not count', () => {
    const thousand = Array.from({ length: 1_000 }, (_, n) => created(id(n + 10), `list ${n}`));
    lists(...thousand)
      .when(create({ name: 'N' }))
      .thenRefused('resource_conflict');
    lists(...thousand)
      .when(clone(id(10)))
      .thenRefused('resource_conflict');
    lists(...thousand, deleted(id(10)))
      .when(create({ name: 'N' }))
      .thenTypes('SmartListCreated');
  });
});

describe('changing a list', () => {
  const past = [created(A, 'A', { max_attempts_total: 3, next_list_id: B }), created(B, 'B')];

  it('changes the given settings and keeps the rest', () => {
    lists(...past)
      .when(change(A, { priority: 'high', max_attempts_total: null, name: 'A' }))
      .thenEvents([changed(A, { priority: 'high', max_attempts_total: null })]);
  });

  it('without an effect, or without a field, appends no event', () => {
    lists(...past)
      .when(change(A, { max_attempts_total: 3, next_list_id: B, name: undefined }))
      .thenNothing();
    lists(...past)
      .when(change(A, {}))
      .thenNothing();
  });

  it('replaces the gaps by result as a whole', () => {
    const gaps = { busy: 300, no_answer: 7_200 };
    const given = lists(...past, changed(A, { retry_seconds: gaps }));
    given.when(change(A, { retry_seconds: { ...gaps } })).thenNothing();
    given.when(change(A, { retry_seconds: { busy: 300 } })).thenEvents([changed(A, { retry_seconds: { busy: 300 } })]);
    given.when(change(A, { retry_seconds: null })).thenEvents([changed(A, { retry_seconds: null })]);
    const settings = { max_attempts_total: 3, next_list_id: B, retry_seconds: gaps };
    const cloned = created(C, 'A (copy)', settings);
    given.when(clone(A)).thenEvents([{ ...cloned, data: { ...cloned.data, source: 'clone' } }]);
  });

  it('may change the case of its own name, but not use that of another list', () => {
    lists(...past)
      .when(change(A, { name: 'a' }))
      .thenEvents([changed(A, { name: 'a' })]);
    lists(...past)
      .when(change(A, { name: 'b' }))
      .thenRefused('resource_conflict', '/name');
  });

  it('clears next_list_id with null', () => {
    lists(...past)
      .when(change(A, { next_list_id: null }))
      .thenEvents([changed(A, { next_list_id: null })]);
  });

  it('is refused for an unknown or deleted list', () => {
    lists(...past)
      .when(change(C, { name: 'x' }))
      .thenRefused('not_found');
    lists(...past, deleted(B))
      .when(change(B, { name: 'x' }))
      .thenRefused('not_found');
  });

  it('is refused with a next list that closes a cycle', () => {
    lists(...past)
      .when(change(A, { next_list_id: A }))
      .thenRefused('waterfall_cycle', '/next_list_id');
    lists(...past)
      .when(change(B, { next_list_id: A }))
      .thenRefused('waterfall_cycle', '/next_list_id');
    lists(...past)
      .when(change(B, { next_list_id: C }))
      .thenRefused('invalid_reference', '/next_list_id');
  });

  it('checks the version first', () => {
    const refuse = (version: number): void => {
      throw new Error(`asked for version ${version}`);
    };
    const workspace = lists(...past, changed(A, { name: 'A2' })).workspace;
    expect(() => changeList(workspace, A, { next_list_id: C }, refuse)).toThrow('asked for version 2');
    expect(() => changeList(workspace, C, {}, refuse)).toThrow('not_found');
  });
});

describe('cloning a list', () => {
  const original = created(A, 'Spring', {
    description: 'd',
    priority: 'low',
    max_attempts_per_day: 2,
    next_list_id: B,
  });

  it('copies everything but the name', () => {
    const then = lists(created(B, 'B'), original).when(clone(A));
    const event = created(C, 'Spring (copy)', {
      description: 'd',
      priority: 'low',
      max_attempts_per_day: 2,
      next_list_id: B,
    });
    then.thenEvents([{ ...event, data: { ...event.data, source: 'clone' } }]);
  });

  it('uses a given name, unless it is used already', () => {
    lists(created(B, 'B'), original).when(clone(A, 'b')).thenRefused('resource_conflict', '/name');
    lists(created(B, 'B'), original).when(clone(A, 'N')).thenTypes('SmartListCreated');
  });

  it('is refused for an unknown list', () => {
    lists(original, deleted(A)).when(clone(A)).thenRefused('not_found');
  });
});

describe('the calling hours of a list', () => {
  const [DAY, GONE] = [id(21), id(22)] as const;
  const hours = (calling_hours_id: string): DomainEvent => ({
    type: 'CallingHoursCreated',
    data: { calling_hours_id, name: calling_hours_id, zone: 'contact', intervals: [], closed_dates: [] },
  });
  const gone: DomainEvent = { type: 'CallingHoursDeleted', data: { calling_hours_id: GONE } };
  const past = lists(hours(DAY), hours(GONE), gone, created(A, 'A', { calling_hours_id: DAY }), created(B, 'B'));

  it('are set, changed, taken away and copied to a clone; each change is a version', () => {
    past.when(create({ name: 'N', calling_hours_id: DAY })).thenEvents([created(C, 'N', { calling_hours_id: DAY })]);
    past
      .when(change(B, { calling_hours_id: DAY }))
      .thenEvents([changed(B, { calling_hours_id: DAY })])
      .thenRow(SMART_LISTS, [TEST_WORKSPACE, B], { calling_hours_id: DAY, version: 2 });
    past.when(change(A, { calling_hours_id: DAY })).thenNothing();
    past.when(change(A, { calling_hours_id: null })).thenEvents([changed(A, { calling_hours_id: null })]);
    const cloned = created(C, 'A (copy)', { calling_hours_id: DAY });
    past.when(clone(A)).thenEvents([{ ...cloned, data: { ...cloned.data, source: 'clone' } }]);
  });

  it('must exist and not be deleted, before a name is looked at', () => {
    for (const calling_hours_id of [GONE, id(9)]) {
      past.when(create({ name: 'B', calling_hours_id })).thenRefused('invalid_reference', '/calling_hours_id');
      past.when(change(A, { name: 'B', calling_hours_id })).thenRefused('invalid_reference', '/calling_hours_id');
    }
  });
});
