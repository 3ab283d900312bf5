import type { DomainEvent, Instant } from '#kernel';
import { expectTouches, TEST_WORKSPACE, TestWorkspace } from '#kernel/testing';
import { SMART_LIST_PROJECTIONS } from '#smart-lists';
import { WORKSPACES_PROJECTIONS } from '#workspaces';
import { WORKSPACE_DEFAULTS } from '#workspaces/domain';
import { MEMBER_COUNTS } from '../domain/member-counts.js';
import { MEMBERS } from '../domain/member.js';
import { added, list, listDeleted, removed } from '../testing/past.js';
import { memberCountsProjection } from './member-counts.projection.js';
import { membersProjection } from './members.projection.js';

const [SPRING, AUTUMN, ANN] = ['spring', 'autumn', 'ann'];
const NOON = '2030-01-01T12:00:00.000Z';
const MIDNIGHT = Date.parse('2030-01-02T00:00:00.000Z');

const event = (type: string, data: object): DomainEvent => ({ type, data });
const party = (smart_list_id: string | null = SPRING) => ({ contact_id: ANN, smart_list_id, member_number: 3 });
const dispatched = (from?: string | null): DomainEvent => event('CallDispatched', party(from));
const ended = (result: string, dispatched_at: Instant = NOON): DomainEvent =>
  event('CallEnded', { ...party(), result, dispatched_at });
const applied = (outcome_type: string): DomainEvent =>
  event('OutcomeApplied', { ...party(), outcome: { outcome_id: 'o', outcome_name: 'Sold', outcome_type } });
const reset = event('MembersReset', { smart_list_id: SPRING, contact_ids: [ANN] });
const callbackSet = event('CallbackSet', { ...party(), callback_at: NOON, agent_id: null, owner_seconds: 0 });
const settings = (changes: object): DomainEvent => event('SmartListChanged', { smart_list_id: SPRING, changes });

const past = [
  event('WorkspaceCreated', { name: 'W', time_zone: 'UTC', ...WORKSPACE_DEFAULTS }),
  list(SPRING),
  list(AUTUMN),
  added(SPRING, ANN),
];

function member(events: readonly DomainEvent[]) {
  const workspace = new TestWorkspace([...WORKSPACES_PROJECTIONS, ...SMART_LIST_PROJECTIONS, membersProjection]);
  workspace.append(past, NOON).append(events);
  return workspace.rows(MEMBERS, [[TEST_WORKSPACE, SPRING, ANN]])[0];
}

describe('the queue position of a member', () => {
  it('is ready from the start, and out while a call of the list is in flight or after the membership', () => {
    expect(member([])).toMatchObject({ state: 'ready', due: 0, attempt_count: 0 });
    expect(member([dispatched()])).toMatchObject({ state: 'out', due: 0, attempt_count: 1, in_call: 1 });
    const left = { state: 'out', due: 1, active: 0 };
    expect(member([removed('removed_by_request', [SPRING], [[ANN, [0]]])])).toMatchObject(left);
  });

  it('is due after the retry gap that the list has at the event', () => {
    const gap = Date.parse(NOON) + 3_600_000;
    expect(member([dispatched(), ended('busy')])).toMatchObject({ state: 'waiting', due: gap, last_end: { at: NOON } });
    const shorter = settings({ min_retry_seconds: 60 });
    expect(member([dispatched(), shorter, ended('busy')])).toMatchObject({ due: Date.parse(NOON) + 60_000 });
  });

  it('is due at midnight if the daily cap is reached', () => {
    const daily = settings({ max_attempts_per_day: 1 });
    const capped = { due: MIDNIGHT, capped_until: MIDNIGHT };
    expect(member([daily, dispatched(), ended('busy')])).toMatchObject({ state: 'midnight', ...capped });
    const longer = settings({ min_retry_seconds: 86_400 });
    const due = Date.parse(NOON) + 86_400_000;
    expect(member([daily, longer, dispatched(), ended('busy')])).toMatchObject({
      ...{ state: 'waiting', due, capped_until: MIDNIGHT },
    });
    expect(member([dispatched(), ended('busy')])).toMatchObject({ state: 'waiting', capped_until: 0 });
  });

  it('is out once the attempts are used up, but not after a call that was not placed', () => {
    const total = settings({ max_attempts_total: 1 });
    expect(member([total, dispatched(), ended('busy')])).toMatchObject({ state: 'out', attempt_count: 1, in_call: 0 });
    expect(member([total, dispatched(), ended('not_placed')])).toMatchObject({ state: 'waiting', attempt_count: 0 });
  });

  it('is that of a member without attempts after a reset, but for the call, the gap and the day', () => {
    const total = settings({ max_attempts_total: 1, min_retry_seconds: 0 });
    const used = [total, dispatched(), ended('busy')];
    expect(member([...used, reset])).toMatchObject({ state: 'ready', due: 0, attempt_count: 0, number: 3 });
    expect(member([total, dispatched(), reset])).toMatchObject({ state: 'out', due: 0, in_call: 2 });
    expect(member([total, dispatched(), reset, ended('busy')])).toMatchObject({ state: 'ready', in_call: 0 });
    const gap = settings({ min_retry_seconds: 60 });
    const due = Date.parse(NOON) + 60_000;
    expect(member([total, gap, dispatched(), ended('busy'), reset])).toMatchObject({ state: 'waiting', due });
    const daily = settings({ max_attempts_per_day: 1 });
    expect(member([...used, daily, reset])).toMatchObject({ state: 'midnight', due: MIDNIGHT });
  });

  it('is out on an unknown list', () => {
    const alone = new TestWorkspace([...WORKSPACES_PROJECTIONS, ...SMART_LIST_PROJECTIONS, membersProjection]);
    alone.append([past[0]!, added(SPRING, ANN)]);
    expect(alone.all(MEMBERS)).toMatchObject([{ state: 'out', active: 1 }]);
  });
});

describe('the attempts and dispositions of a member', () => {
  const attempts = { attempt_count: 1, last_attempt_at: NOON, last_end: { at: NOON, result: 'busy' } };

  it('are kept when the membership ends', () => {
    const left = removed('removed_by_request', [SPRING], [[ANN, [0]]]);
    const row = member([dispatched(), ended('busy'), applied('disposition'), left, added(SPRING, ANN)]);
    const sold = { outcome_id: 'o', outcome_name: 'Sold' };
    expect(row).toMatchObject({ ...attempts, last_disposition: sold, active: 1, removed_reason: null, number: 8 });
  });

  it('are those of calls from this list, and of dispositions', () => {
    expect(member([dispatched(AUTUMN), dispatched(null)])).toMatchObject({ attempt_count: 0, last_attempt_at: null });
    expect(member([dispatched(), ended('busy'), applied('action')])).toMatchObject({
      ...attempts,
      last_disposition: null,
    });
  });
});

it('every event that changes a position under a prefix that decisions scan names the prefix', () => {
  const active = (at: number) => (prefix: readonly unknown[]) => prefix[at] === 1;
  const story = [
    ...past,
    dispatched(),
    ended('busy'),
    callbackSet,
    dispatched(),
    callbackSet,
    ended('busy'),
    event('CallbackCleared', { smart_list_id: SPRING, contact_id: ANN, member_number: 3 }),
    reset,
    callbackSet,
    removed('removed_by_outcome', [SPRING], [[ANN, [0]]]),
    added(SPRING, ANN),
    added(AUTUMN, ANN),
    listDeleted(AUTUMN),
    removed('list_deleted', [AUTUMN], [[ANN, [0]]]),
  ];
  const scanned = [
    { index: 'by_number', fields: 3, only: active(2) },
    { index: 'by_contact', fields: 3, only: active(2) },
    { index: 'by_attempts', fields: 3, only: active(2) },
    { index: 'queue', fields: 2 },
    { index: 'queue', fields: 3, only: ([, , state]: readonly unknown[]) => state === 'callback' },
  ];
  expectTouches(membersProjection, scanned, story);
});

it('an event of a call that was not dialed from a list changes no member', () => {
  const registered = event('CallEnded', { ...party(null), member_number: null, result: 'busy', dispatched_at: NOON });
  const workspace = new TestWorkspace([...WORKSPACES_PROJECTIONS, ...SMART_LIST_PROJECTIONS, membersProjection]);
  const before = workspace.append(past, NOON).all(MEMBERS);
  expect(workspace.append([registered]).all(MEMBERS)).toEqual(before);
});

it('the count of a list tells whether it has had a callback since it last was without members', () => {
  const workspace = new TestWorkspace([...SMART_LIST_PROJECTIONS, memberCountsProjection]).append(past);
  const had = () => workspace.rows(MEMBER_COUNTS, [[TEST_WORKSPACE, SPRING]])[0]!.had_callbacks;
  const told = [
    ...[callbackSet, dispatched(), added(SPRING, 'bob'), removed('removed_by_request', [SPRING], [[ANN, [0]]])],
    ...[removed('removed_by_request', [SPRING], [['bob', [0]]]), added(SPRING, ANN)],
  ].map((happened) => (workspace.append([happened]), had()));
  expect(told).toEqual([1, 1, 1, 1, 0, 0]);
});
