import type { AwaitedRow, DomainEvent } from '#kernel';
import { given, type Given, TEST_WORKSPACE, testId as id } from '#kernel/testing';
import { DIALING_PROJECTIONS } from '#dialing';
import { MEMBER_PROJECTIONS } from '#members';
import { advanceSweep, MEMBER_COUNTS, MEMBERS, SWEEPS } from '#members/domain';
import { attempts, dispatched, type From, over } from '#members/testing';
import { WORKSPACES_PROJECTIONS } from '#workspaces';
import type { SmartListPatch } from '../domain/change-lists.js';
import { smartListsProjection } from '../projections/smart-lists.projection.js';
import { changed, created } from '../testing/past.js';
import { decideChange } from './change-smart-list.command.js';

const [FROM, NEXT, OTHER] = [id(1), id(2), id(3)] as const;
const projections = [...WORKSPACES_PROJECTIONS, smartListsProjection, ...MEMBER_PROJECTIONS, ...DIALING_PROJECTIONS];
const contact = (n: number): string => id(1_000 + n);
const added = (list: string, n: number): DomainEvent => ({
  type: 'MemberAdded',
  data: { smart_list_id: list, contact_id: contact(n), source: 'api' },
});
const arrived = (n: number): DomainEvent => ({
  type: 'MemberAdded',
  data: { smart_list_id: NEXT, contact_id: contact(n), source: 'waterfall' },
});
const moved = (...contacts: readonly number[]): DomainEvent => ({
  type: 'MemberRemoved',
  data: {
    reason: 'moved_by_waterfall',
    lists: [FROM],
    contacts: contacts.map((n) => ({ contact_id: contact(n), lists: [0] })),
    to_list_id: NEXT,
  },
});

/** The list, the target of its waterfall, and members with these numbers of attempts; the n-th has the number 3 + n. */
const lists = (settings: object = {}): DomainEvent[] => [
  created(FROM, 'From', { next_list_id: NEXT, ...settings }),
  created(NEXT, 'Next'),
  created(OTHER, 'Other'),
];
const member = (n: number): From => ({ list: FROM, contact: contact(n), number: 3 + n });
const withAttempts = (counts: readonly number[], settings: object = {}): DomainEvent[] => [
  ...lists(settings),
  ...counts.map((_, n) => added(FROM, n)),
  ...counts.flatMap((count, n) => attempts(count, member(n))),
];
const workspace = (...events: readonly DomainEvent[]): Given => given(projections, [...events]);
const lower = (cap: number | null) => decideChange(FROM, { max_attempts_total: cap });
const lowered = (cap: number | null): DomainEvent => changed(FROM, { max_attempts_total: cap });

describe('lowering max_attempts_total', () => {
  it('moves members that reach the new cap, in the order of member numbers, in the same append', () => {
    workspace(...withAttempts([3, 0, 2, 1]))
      .when(lower(2))
      .thenEvents([lowered(2), moved(0, 2), arrived(0), arrived(2)])
      .thenAnswer({ body: { smart_list: { max_attempts_total: 2, member_count: 2 } } })
      .thenRow(MEMBERS, [TEST_WORKSPACE, FROM, contact(2)], { active: 0, removed_reason: 'moved_by_waterfall' })
      .thenRow(MEMBERS, [TEST_WORKSPACE, NEXT, contact(2)], { active: 1, source: 'waterfall' });
  });

  it('keeps members that had reached the old cap: they were completed before', () => {
    workspace(...withAttempts([3, 2, 1], { max_attempts_total: 3 }))
      .when(lower(2))
      .thenEvents([lowered(2), moved(1), arrived(1)]);
  });

  it('only ends the membership of members of the next list', () => {
    workspace(...withAttempts([1, 1]), added(NEXT, 1))
      .when(lower(1))
      .thenEvents([lowered(1), moved(0, 1), arrived(0)]);
  });

  it('moves a member with an open call of this membership only at the completion of the call', () => {
    const calling = [dispatched(id(71), member(0)), dispatched(id(72), member(1))];
    const waiting = over(id(72), member(1), 'answered', true);
    workspace(...withAttempts([1, 1, 2]), ...calling, ...waiting)
      .when(lower(2))
      .thenEvents([lowered(2), moved(2), arrived(2)]);
    // Called from another list, or in an earlier membership of this one: the completion of that call does not count
    // here.
    const elsewhere = { list: OTHER, contact: contact(0), number: 2_000 };
    const earlier = { ...member(1), number: 4_000 };
    workspace(...withAttempts([2, 2]), dispatched(id(71), elsewhere), dispatched(id(72), earlier))
      .when(lower(2))
      .thenEvents([lowered(2), moved(0, 1), arrived(0), arrived(1)]);
  });

  it('moves to the next list that the same request sets', () => {
    const patch = { max_attempts_total: 1, next_list_id: NEXT };
    workspace(...withAttempts([1], { next_list_id: OTHER }))
      .when(decideChange(FROM, patch))
      .thenEvents([changed(FROM, patch), moved(0), arrived(0)]);
    const cut = { max_attempts_total: 1, next_list_id: null };
    workspace(...withAttempts([1]))
      .when(decideChange(FROM, cut))
      .thenEvents([changed(FROM, cut)]);
  });

  it('moves no member without a next list, and none when a next list is set later', () => {
    const state = workspace(...withAttempts([1], { next_list_id: null })).when(lower(1));
    state.thenEvents([lowered(1)]);
    state
      .and()
      .when(decideChange(FROM, { next_list_id: NEXT }))
      .thenEvents([changed(FROM, { next_list_id: NEXT })]);
  });
});

describe('no lowering', () => {
  it('is a change to 0, to no cap, to a higher one, or from 0', () => {
    const state = (max_attempts_total: number | null): Given => workspace(...withAttempts([2], { max_attempts_total }));
    for (const [before, after] of [
      [3, 0],
      [null, 0],
      [1, null],
      [1, 2],
      [0, 2],
      [0, 1],
    ] as const) {
      state(before)
        .when(lower(after))
        .thenEvents([lowered(after)]);
    }
  });

  it('is a change of another setting', () => {
    const patch = { max_attempts_per_day: 1, min_retry_seconds: 0 };
    workspace(...withAttempts([2], { max_attempts_total: 2 }))
      .when(decideChange(FROM, patch))
      .thenEvents([changed(FROM, patch)]);
  });
});

describe('a lowered cap that exhausts many members', () => {
  const exhausts = { cause: `${FROM}/2`, cap: 1, old_cap: null, next_list_id: NEXT };
  const swept: DomainEvent = {
    type: 'SmartListChanged',
    data: { smart_list_id: FROM, changes: { max_attempts_total: 1 }, exhausts },
  };
  const ones = (count: number): number[] => Array.from({ length: count }, () => 1);

  it('moves 500 in its append and leaves 501 to a sweep', () => {
    const then = workspace(...withAttempts([...ones(500), 0])).when(lower(1));
    expect(then.events()).toHaveLength(1 + 1 + 500);
    then
      .thenRow(MEMBER_COUNTS, [TEST_WORKSPACE, FROM], { active_members: 1 })
      .thenRow(MEMBER_COUNTS, [TEST_WORKSPACE, NEXT], { active_members: 500 });
    const left = workspace(...withAttempts([...ones(501), 0])).when(lower(1));
    left.thenEvents([swept]);
    const [sweep] = left.and().workspace.all(SWEEPS);
    expect(sweep).toMatchObject({ smart_list_id: FROM, lowered: exhausts, up_to_number: -1, done: 0 });
    expect(sweep).toMatchObject({ cause: `${FROM}/2`, since: sweep!.revision });
  });

  it('is answered when the sweep is done, each sweep for its own change', () => {
    const state = workspace(...withAttempts([...ones(501), 0]));
    const awaited = (patch: SmartListPatch, { workspace: view } = state) =>
      decideChange(FROM, patch)(view).awaits.filter(({ collection }) => collection === SWEEPS);
    const sweepOf = ({ key }: AwaitedRow, { workspace: view }: Given) => view.rows(SWEEPS, [key])[0];
    const [first, ...others] = awaited({ max_attempts_total: 2 });
    expect([first, others]).toEqual([undefined, []]);
    const [sweep] = awaited({ max_attempts_total: 1 });
    const begun = state.when(lower(1)).and();
    expect(sweep!.isDone(sweepOf(sweep!, begun))).toBe(false);
    const advance = advanceSweep(sweep!.key[1]!, () => new Set());
    const halfway = begun.when(advance).and();
    expect(sweep!.isDone(sweepOf(sweep!, halfway))).toBe(false);
    const done = halfway.when(advance).and();
    expect(sweep!.isDone(sweepOf(sweep!, done))).toBe(true);
    const raised = begun.when(decideChange(FROM, { max_attempts_total: null })).and();
    expect(awaited({ max_attempts_total: 1 }, raised).map(({ key }) => key)).toEqual([[TEST_WORKSPACE, `${FROM}/4`]]);
  });

  it('does not count members in a call towards the 500', () => {
    const state = workspace(...withAttempts([...ones(500), 0]), dispatched(id(71), member(500)));
    expect(state.when(lower(1)).events()).toHaveLength(1 + 1 + 500);
  });

  it('leaves a list of more than 2,000 members with a next list to a sweep, however few are exhausted', () => {
    const many = Array.from({ length: 2_001 }, (_, n) => (n === 7 ? 1 : 0));
    workspace(...withAttempts(many))
      .when(lower(1))
      .thenEvents([swept]);
    workspace(...withAttempts(many, { next_list_id: null }))
      .when(lower(1))
      .thenEvents([lowered(1)]);
    workspace(...withAttempts(many.slice(1)))
      .when(lower(1))
      .thenEvents([lowered(1), moved(6), arrived(6)]);
  });
});
