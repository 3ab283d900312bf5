import type { DomainEvent } from '#kernel';
import { given, type Given, TEST_WORKSPACE, testId as id } from '#kernel/testing';
import { REINDEX_JOBS } from '#dialing/domain';
import { afterResets, MEMBERS } from '#members/domain';
import { MEMBER_PROJECTIONS } from '#members';
import { attempts, dispatched, type From, over } from '#members/testing';
import { SMART_LISTS } from '../domain/smart-list.js';
import { smartListsProjection } from '../projections/smart-lists.projection.js';
import { created } from '../testing/past.js';
import { decideReset } from './reset-smart-list.command.js';

const [LIST, OTHER, NOWHERE] = [id(1), id(2), id(3)];
const contact = (n: number): string => id(1_000 + n);
const added = (n: number, smart_list_id = LIST): DomainEvent => ({
  type: 'MemberAdded',
  data: { smart_list_id, contact_id: contact(n), source: 'api' },
});
const event = (type: string, data: object): DomainEvent => ({ type, data: { smart_list_id: LIST, ...data } });
const capped = (max_attempts_total: number | null): DomainEvent =>
  event('SmartListChanged', { changes: { max_attempts_total } });
const reset = (completed_only: boolean): DomainEvent => event('SmartListReset', { completed_only });
const left = (n: number, resets?: readonly object[]): DomainEvent => ({
  type: 'MemberRemoved',
  data: {
    ...{ reason: 'removed_by_request', lists: [LIST], contacts: [{ contact_id: contact(n), lists: [0] }] },
    ...(resets && { resets }),
  },
});
/** The nth member of the list: it was added first. */
const member = (n: number): From => ({ list: LIST, contact: contact(n), number: 2 + n });
const workspace = (...events: readonly DomainEvent[]): Given =>
  given([smartListsProjection, ...MEMBER_PROJECTIONS], [created(LIST, 'Spring'), created(OTHER, 'Autumn'), ...events]);

/** The attempts of the first members as they count. */
const counts = (state: Given, members = 3): readonly number[] => {
  const [list] = state.workspace.rows(SMART_LISTS, [[TEST_WORKSPACE, LIST]]);
  const rows = state.workspace.rows(
    MEMBERS,
    Array.from({ length: members }, (_, n) => [TEST_WORKSPACE, LIST, contact(n)]),
  );
  return rows.map((row) => afterResets(row!, list!).attempt_count);
};
const three = [added(0), added(1), added(2)];
/** Members with no, one and two attempts. */
const called = [...three, ...attempts(1, member(1)), ...attempts(2, member(2))];

describe('the decision of a reset of a list', () => {
  it('is one event that names nobody, and its answer awaits the queue positions of a short list', () => {
    const then = workspace(...called, capped(2)).when(decideReset(LIST, true));
    const body = { ok: true, smart_list_id: LIST, reset: true };
    then.thenEvents([reset(true)]).thenAnswer({ status: 200, body });
    const { awaits, lags } = decideReset(LIST, false)(workspace(...called).workspace);
    expect([awaits.map(({ collection, key }) => [collection, ...key]), lags]).toEqual([
      [[REINDEX_JOBS, TEST_WORKSPACE, LIST]],
      false,
    ]);
  });

  it('awaits nothing of a long list: the answer says that the positions lag', () => {
    const many = Array.from({ length: 2_001 }, (_, n) => added(n));
    const decided = (completedOnly: boolean, count: number) =>
      decideReset(LIST, completedOnly)(workspace(...many.slice(0, count)).workspace);
    expect(decided(false, 2_001)).toMatchObject({ events: [reset(false)], lags: true });
    expect(decided(false, 2_001).awaits).toEqual([]);
    expect(decided(false, 2_000)).toMatchObject({ lags: false, awaits: [{}] });
    expect(decided(true, 2_001)).toMatchObject({ events: [], lags: false });
  });

  it('is no event where it can be of nobody, and is refused for a list that is not there', () => {
    const body = { ok: true, smart_list_id: LIST, reset: true };
    for (const state of [workspace(), workspace(...called, left(0), left(1), left(2))])
      state.when(decideReset(LIST, false)).thenNothing().thenAnswer({ body });
    for (const cap of [null, 0])
      workspace(...called, capped(cap))
        .when(decideReset(LIST, true))
        .thenNothing();
    workspace().when(decideReset(NOWHERE, true)).thenRefused('not_found');
    workspace(event('SmartListDeleted', { members_left: 0 }))
      .when(decideReset(LIST, true))
      .thenRefused('not_found');
  });

  it('leaves version and settings of the list as they are', () => {
    const [before, after] = [workspace(...called), workspace(...called, reset(false))].map(
      ({ workspace: state }) => state.rows(SMART_LISTS, [[TEST_WORKSPACE, LIST]])[0],
    );
    const { revision, resets } = after!;
    expect({ ...before, revision, resets }).toEqual(after);
  });
});

describe('the attempts of members count from 0', () => {
  it('of all, or of those who had reached the cap of that moment, whatever it is later', () => {
    expect(counts(workspace(...called, reset(false)))).toEqual([0, 0, 0]);
    expect(counts(workspace(...called, capped(2), reset(true)))).toEqual([0, 1, 0]);
    expect(counts(workspace(...called, capped(2), reset(true), capped(1)))).toEqual([0, 1, 0]);
    expect(counts(workspace(...called, capped(3), reset(true), capped(1)))).toEqual([0, 1, 2]);
    expect(counts(workspace(...called, reset(true), capped(1)))).toEqual([0, 1, 2]);
  });

  it('by each of several resets', () => {
    const more = [dispatched(id(71), member(2), 1), ...over(id(71), member(2))];
    expect(counts(workspace(...called, capped(2), reset(true), ...more, reset(true)))).toEqual([0, 1, 1]);
    expect(counts(workspace(...called, capped(1), reset(true), capped(2), reset(true)))).toEqual([0, 0, 0]);
    expect(counts(workspace(...called, capped(2), reset(true), reset(false), capped(1), reset(true)))).toEqual([
      0, 0, 0,
    ]);
  });

  it('not of who comes later, nor of who has left by then', () => {
    const before = [{ list: 0, revision: 2 + called.length, attempts: 1 }];
    expect(counts(workspace(...called, left(2), reset(false), added(2)))).toEqual([0, 0, 2]);
    expect(counts(workspace(...called, reset(false), left(2, before), added(2), reset(true)))).toEqual([0, 0, 0]);
    expect(counts(workspace(...called, reset(false), left(2), added(2)))).toEqual([0, 0, 2]);
  });

  it('also in a call: the next one is the first, and one that is given back was no more counted', () => {
    const call = [...called, dispatched(id(71), member(2), 3)];
    const givenBack = (resets?: readonly object[]) =>
      event('CallEnded', {
        ...{ call_id: id(71), contact_id: contact(2), member_number: 4, result: 'not_placed' },
        ...{ dispatched_at: '2030-01-01T00:00:00.000Z', wrap_up_expires_at: null, ...(resets && { resets }) },
      });
    const revision = 2 + call.length;
    expect(counts(workspace(...call, reset(false), givenBack([{ revision, attempts: 1 }])))).toEqual([0, 0, 0]);
    expect(counts(workspace(...call, givenBack(), reset(false)))).toEqual([0, 0, 0]);
    expect(counts(workspace(...call, capped(3), givenBack(), reset(true)))).toEqual([0, 1, 2]);
    expect(
      counts(
        workspace(...call, reset(false), givenBack([{ revision, attempts: 1 }]), dispatched(id(72), member(2), 1)),
      ),
    ).toEqual([0, 0, 1]);
  });
});
