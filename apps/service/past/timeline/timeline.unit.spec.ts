import type { DomainEvent, RecordedEvent } from '#kernel';
import { recorded, TEST_WORKSPACE, testId } from '#kernel/testing';
import { SETTINGS_DEFAULTS } from '#smart-lists/domain';
import { WORKSPACE_DEFAULTS } from '#workspaces/domain';
import { FOLLOWER_PROJECTIONS } from '../../catalogue.js';
import type { Subject } from './subject-view.js';
import { Timeline } from './timeline.js';

const [SPRING, AUTUMN, ANN, BOB, CALL, OTHER_CALL] = [1, 2, 3, 4, 5, 6].map(testId) as [
  string,
  string,
  string,
  string,
  string,
  string,
];
const event = (type: string, data: object): DomainEvent => ({ type, data });
const list = (smart_list_id: string, settings: object = {}) =>
  event('SmartListCreated', { ...SETTINGS_DEFAULTS, name: smart_list_id, ...settings, smart_list_id, source: 'api' });
const imported = (contact_id: string) => event('ContactImported', { contact_id, phone: '+12025550101', name: null });
const added = (smart_list_id: string, contact_id: string) =>
  event('MemberAdded', { smart_list_id, contact_id, source: 'api' });
const removed = (lists: readonly string[], contacts: readonly (readonly [string, readonly number[]])[]) =>
  event('MemberRemoved', {
    reason: 'removed_by_request',
    lists,
    contacts: contacts.map(([contact_id, indexes]) => ({ contact_id, lists: indexes })),
  });
const dispatched = (call_id: string, contact_id: string, smart_list_id: string, member_number: number) =>
  event('CallDispatched', {
    ...{ call_id, contact_id, smart_list_id, member_number, phone: '+12025550101', attempt_number: 1 },
    lease_expires_at: '2030-01-01T02:00:00.000Z',
    snapshot: { priority: 'medium' },
  });

const MADE = event('WorkspaceCreated', { name: 'W', time_zone: 'UTC', ...WORKSPACE_DEFAULTS });

/** The entries of a subject's timeline: type, effect, and the fields that changed. */
function told(subject: Subject, events: readonly DomainEvent[]) {
  const timeline = new Timeline(subject, TEST_WORKSPACE, FOLLOWER_PROJECTIONS);
  return [MADE, ...events].flatMap((each, revision) => {
    const one = recorded(each, revision);
    const entry = timeline.concerns(one) ? timeline.add(one) : undefined;
    return entry
      ? [[entry.event.type, entry.effect, Object.fromEntries(entry.changes.map((c) => [c.field, [c.before, c.after]]))]]
      : [];
  });
}

const ofList: Subject = { type: 'list', ids: [SPRING] };
const ofMember: Subject = { type: 'member', ids: [SPRING, ANN] };

it('tells what events of the subject itself and of its members change, and passes over other subjects', () => {
  const rename = event('SmartListChanged', { smart_list_id: SPRING, changes: { name: 'New' } });
  const events = [list(AUTUMN), list(SPRING), imported(ANN), added(SPRING, ANN), added(AUTUMN, ANN), rename];
  const deleted = event('SmartListDeleted', { smart_list_id: SPRING, members_left: 0 });
  expect(told(ofList, [...events, deleted])).toEqual([
    [
      'SmartListCreated',
      'created',
      expect.objectContaining({ name: [undefined, SPRING], member_count: [undefined, 0] }),
    ],
    ['MemberAdded', 'changed', { member_count: [0, 1] }],
    [
      'SmartListChanged',
      'changed',
      { name: [SPRING, 'New'], version: [1, 2], updated_at: ['2030-01-01T00:00:02.000Z', '2030-01-01T00:00:06.000Z'] },
    ],
    ['SmartListDeleted', 'removed', expect.objectContaining({ name: ['New', undefined] })],
  ]);
});

it('tells of a member what events of its list, its contact and its calls change', () => {
  const before = [list(SPRING), list(AUTUMN), imported(ANN), added(SPRING, ANN), added(AUTUMN, ANN)];
  const frozen = event('SmartListChanged', { smart_list_id: SPRING, changes: { max_attempts_per_day: 0 } });
  const open = event('SmartListChanged', { smart_list_id: SPRING, changes: { max_attempts_per_day: null } });
  const phone = event('ContactChanged', { contact_id: ANN, phone: '+12025550199', old_phone: '+1', name: null });
  const [, ...rest] = told(ofMember, [...before, frozen, open, phone, dispatched(CALL, ANN, AUTUMN, 5)]);
  const status = (from: string, to: string) => expect.objectContaining({ status: [from, to] }) as object;
  expect(rest).toEqual([
    ['SmartListChanged', 'changed', status('queued', 'frozen')],
    ['SmartListChanged', 'changed', status('frozen', 'queued')],
    ['ContactChanged', 'changed', { phone: ['+12025550101', '+12025550199'] }],
    ['CallDispatched', 'changed', status('queued', 'in_call')],
  ]);
});

it('tells of a contact until when its calls hold it back, by the limits of the workspace', () => {
  const limits = (contact_windows: object | null) => event('WorkspaceChanged', { changes: { contact_windows } });
  const before = [limits([{ attempts: 1, hours: 1 }]), imported(ANN), list(SPRING), added(SPRING, ANN)];
  const calls = [dispatched(CALL, ANN, SPRING, 4), limits([{ attempts: 1, hours: 2 }]), limits(null)];
  const capped = told({ type: 'contact', ids: [ANN] }, [...before, ...calls]).flatMap(([type, , changes]) => {
    const { capped_until } = changes as { readonly capped_until?: unknown };
    return capped_until ? [[type, capped_until]] : [];
  });
  const [after1, after2] = ['2030-01-01T01:00:05.000Z', '2030-01-01T02:00:05.000Z'];
  expect(capped).toEqual([
    ['ContactImported', [undefined, null]],
    ['CallDispatched', [null, after1]],
    ['WorkspaceChanged', [after1, after2]],
    ['WorkspaceChanged', [after2, null]],
  ]);
});

it('tells a removal of those members only that it removes, also where it names both list and contact', () => {
  const before = [list(SPRING), list(AUTUMN), imported(ANN), imported(BOB), added(SPRING, ANN), added(AUTUMN, ANN)];
  const bothNamed = removed(
    [SPRING, AUTUMN],
    [
      [ANN, [1]],
      [BOB, [0]],
    ],
  );
  const types = (events: readonly DomainEvent[]) => told(ofMember, [...before, ...events]).map(([type]) => type);
  expect(types([bothNamed])).toEqual(['MemberAdded']);
  expect(types([removed([SPRING], [[ANN, [0]]])])).toEqual(['MemberAdded', 'MemberRemoved']);
});

it('tells of events that name the subject, at any depth, and change nothing of it', () => {
  const outcome: Subject = { type: 'outcome', ids: [testId(9)] };
  const created = event('OutcomeCreated', {
    ...{ outcome_id: testId(9), outcome_name: 'Sold', outcome_type: 'disposition', order: 0, webhook_url: null },
    ...{ destination_type: 'smart_list', destination_id: SPRING, smart_list_ids: null },
  });
  const applied = event('OutcomeApplied', { call_id: CALL, outcome: { outcome_id: testId(9) } });
  const rename = event('SmartListChanged', { smart_list_id: SPRING, changes: { name: 'New' } });
  const deleted = event('SmartListDeleted', { smart_list_id: SPRING, members_left: 0 });
  const other = list(AUTUMN);
  expect(told(outcome, [list(SPRING), created, applied, other, rename, deleted]).slice(1)).toEqual([
    ['OutcomeApplied', 'none', {}],
    ['SmartListChanged', 'changed', { 'destination.destination_name': [SPRING, 'New'] }],
    [
      'SmartListDeleted',
      'changed',
      {
        'destination.destination_type': ['smart_list', 'none'],
        'destination.destination_id': [SPRING, null],
        'destination.destination_name': ['New', null],
      },
    ],
  ]);
});

it('shows nothing of a deleted workspace', () => {
  const kinds: readonly Subject[] = [
    ofList,
    { type: 'contact', ids: [ANN] },
    { type: 'workspace', ids: [TEST_WORKSPACE] },
  ];
  for (const subject of kinds) {
    const entries = told(subject, [list(SPRING), imported(ANN), event('WorkspaceDeleted', {})]);
    expect(entries.at(-1)!.slice(0, 2)).toEqual(['WorkspaceDeleted', 'removed']);
  }
});

it('names the key of an actor by what the log said of it before', () => {
  const timeline = new Timeline(ofList, TEST_WORKSPACE, FOLLOWER_PROJECTIONS);
  const by = (kind: 'api_key' | 'admin', id: string | null, each: DomainEvent, revision: number): RecordedEvent => {
    const event = recorded(each, revision);
    return { ...event, metadata: { ...event.metadata, actor: { kind, id } } };
  };
  const key = { api_key_id: 'k1', name: 'CRM', scopes: [], prefix: 'sl_live_4kQz', hash: 'x', expires_at: null };
  timeline.add(recorded(MADE, 0));
  timeline.add(recorded(event('ApiKeyCreated', key), 1));
  timeline.add(recorded(event('ApiKeyRevoked', { api_key_id: 'k1' }), 2));
  expect(timeline.add(by('api_key', 'k1', list(SPRING), 3))?.actor).toEqual({
    ...{ kind: 'api_key', id: 'k1', name: 'CRM', prefix: 'sl_live_4kQz' },
  });
  const change = event('SmartListChanged', { smart_list_id: SPRING, changes: { name: 'New' } });
  expect(timeline.add(by('api_key', 'k2', change, 4))?.actor).toMatchObject({ id: 'k2', name: null });
  expect(timeline.add(by('admin', null, change, 5))?.actor).toEqual({ kind: 'admin', id: null });
});

it('holds no row that does not show the subject', () => {
  const calls: Subject = { type: 'call', ids: [CALL] };
  const events = [list(SPRING), imported(ANN), added(SPRING, ANN), dispatched(OTHER_CALL, ANN, SPRING, 3)];
  expect(told(calls, events)).toEqual([]);
  const types = told(calls, [...events, dispatched(CALL, ANN, SPRING, 3)]).map(([type]) => type);
  expect(types).toEqual(['CallDispatched']);
});
