import type { DomainEvent } from '#kernel';
import { given, type Given, TEST_WORKSPACE, testId as id } from '#kernel/testing';
import { SMART_LIST_PROJECTIONS } from '#smart-lists';
import { WORKSPACES_PROJECTIONS } from '#workspaces';
import { MEMBER_PROJECTIONS } from '../index.js';
import { attempts, dispatched, type From, over } from '../testing/dispatches.js';
import { added, list, listDeleted, removed } from '../testing/past.js';
import { MEMBERS } from './member.js';
import { advanceSweep, type SweepRow, SWEEPS } from './sweep.js';

const [LIST, NEXT] = [id(1), id(2)] as const;
const contact = (n: number): string => id(5_000 + n);
/** The n-th member of the list. */
const member = (n: number): From => ({ list: LIST, contact: contact(n), number: 3 + n });

const changed = (changes: object, exhausts?: object): DomainEvent => ({
  type: 'SmartListChanged',
  data: { smart_list_id: LIST, changes, ...(exhausts && { exhausts }) },
});
/** The cap is lowered; a sweep is to move the members that it exhausts. */
const lowered = (cap: number, old_cap: number | null = null): DomainEvent =>
  changed({ max_attempts_total: cap }, { cause: `${LIST}/cap ${cap}`, cap, old_cap, next_list_id: NEXT });

/** The disposition of a call from a membership. */
const disposed = ({ list, contact, number }: From): DomainEvent => ({
  type: 'OutcomeApplied',
  data: {
    ...{ contact_id: contact, smart_list_id: list, member_number: number },
    outcome: { outcome_id: id(81), outcome_name: 'Sold', outcome_type: 'disposition' },
  },
});

/** Members with these numbers of attempts. */
const past = (...counts: readonly number[]): DomainEvent[] => [
  list(LIST),
  list(NEXT),
  changed({ next_list_id: NEXT }),
  ...counts.map((_, n) => added(LIST, contact(n))),
  ...counts.flatMap((count, n) => attempts(count, member(n))),
];
const projections = [...WORKSPACES_PROJECTIONS, ...SMART_LIST_PROJECTIONS, ...MEMBER_PROJECTIONS];
const workspace = (...events: readonly DomainEvent[]): Given => given(projections, [...events]);

const moved = (...contacts: readonly number[]): DomainEvent =>
  removed(
    'moved_by_waterfall',
    [LIST],
    contacts.map((n) => [contact(n), [0]]),
    { to_list_id: NEXT },
  );
const arrived = (n: number): DomainEvent => ({
  type: 'MemberAdded',
  data: { smart_list_id: NEXT, contact_id: contact(n), source: 'waterfall' },
});

/** The oldest sweep that is not done. */
const sweepOf = ({ workspace }: Given): SweepRow => workspace.all(SWEEPS).find(({ done }) => done === 0)!;

/** The next chunk of the oldest sweep, while these members are in a call. */
function swept(state: Given, ...calling: readonly number[]) {
  const numbers = new Set(calling.map((n) => member(n).number));
  return state.when(advanceSweep(sweepOf(state).cause, (_view, listId) => (listId === LIST ? numbers : new Set())));
}

/** The events of the next chunk of the oldest sweep: the moves and its own progress. */
function piece(state: Given, ...calling: readonly number[]): readonly DomainEvent[] {
  return swept(state, ...calling).events();
}
const advanced = (up_to_number: number, done: boolean): DomainEvent =>
  expect.objectContaining({
    type: 'SweepAdvanced',
    data: expect.objectContaining({ smart_list_id: LIST, up_to_number, done }) as object,
  }) as DomainEvent;

describe('a sweep of a lowered cap', () => {
  it('moves exhausted members in the order of member numbers and records its progress', () => {
    const state = workspace(...past(2, 0, 3, 1), added(NEXT, contact(2)), lowered(2));
    expect(piece(state)).toEqual([moved(0, 2), arrived(0), advanced(member(3).number, true)]);
    const done = swept(state);
    done.thenAnswer({ body: { ok: true, done: true } });
    done.thenRow(MEMBERS, [TEST_WORKSPACE, LIST, contact(0)], { active: 0, removed_reason: 'moved_by_waterfall' });
    const { cause } = sweepOf(state);
    done.thenRow(SWEEPS, [TEST_WORKSPACE, cause], { done: 1, cause: `${LIST}/cap 2` });
    done
      .and()
      .when(advanceSweep(cause, () => new Set()))
      .thenNothing();
  });

  it('moves 500 at a time and continues after the last one', () => {
    const counts = Array.from({ length: 1_003 }, (_, n) => (n === 3 ? 0 : 1));
    let state = workspace(...past(...counts), lowered(1));
    const ends = [];
    for (const done of [false, false, true]) {
      const then = swept(state);
      const events = then.events();
      const last = events.at(-1)!.data as { readonly up_to_number: number; readonly done: boolean };
      ends.push([events.length - 2, last.up_to_number]);
      expect(last.done).toBe(done);
      state = then.and();
    }
    expect(ends).toEqual([
      [500, member(500).number],
      [500, member(1_000).number],
      [2, member(1_002).number],
    ]);
  });

  it('continues after members that were all removed by events that the rows do not have', () => {
    const counts = Array.from({ length: 5_001 }, (_, n) => (n === 5_000 ? 1 : 0));
    const left = removed(
      'removed_by_request',
      [LIST],
      counts.slice(1).map((_, n) => [contact(n), [0]]),
    );
    const state = workspace(...past(...counts), lowered(1)).unseen(left);
    expect(piece(state)).toEqual([advanced(member(4_999).number, false)]);
  });

  it('keeps members that had reached the old cap, are in a call, or have been in one since', () => {
    const since = [dispatched(id(71), member(3)), ...over(id(71), member(3))];
    const state = workspace(...past(4, 2, 2, 1, 2), lowered(2, 4), ...since);
    expect(piece(state, 1)).toEqual([moved(2, 4), arrived(2), arrived(4), advanced(member(4).number, true)]);
  });

  it('keeps members that were reset since, whose later attempts are for their own calls to judge', () => {
    const reset = { type: 'MembersReset', data: { smart_list_id: LIST, contact_ids: [contact(0), contact(1)] } };
    const state = workspace(...past(3, 2, 2), lowered(2), reset, ...attempts(2, member(1)));
    expect(piece(state)).toEqual([moved(2), arrived(2), advanced(member(2).number, true)]);
  });

  it('keeps members whose call was in flight when the cap was lowered, also after its completion', () => {
    const call = [dispatched(id(71), member(0))];
    const state = workspace(...past(1, 2), ...call, lowered(2), ...over(id(71), member(0)));
    expect(piece(state)).toEqual([moved(1), arrived(1), advanced(member(1).number, true)]);
  });

  it('moves members that were added again before the cap was lowered, despite calls of the earlier membership', () => {
    const again = [removed('removed_by_request', [LIST], [[contact(0), [0]]]), added(LIST, contact(0))];
    const [old, call] = [id(71), dispatched(id(71), member(0))];
    const leaves = (...events: readonly DomainEvent[]): void => {
      const state = workspace(...past(0, 0), ...events);
      const number = state.workspace.rows(MEMBERS, [[TEST_WORKSPACE, LIST, contact(0)]])[0]!.number;
      expect(piece(state)).toEqual([moved(0), arrived(0), advanced(number, true)]);
    };
    leaves(call, ...again, lowered(1), ...over(old, member(0)));
    // The old call waits for its disposition while the contact is dialed from the new membership, the ninth event.
    const anew = attempts(1, { ...member(0), number: 8 });
    leaves(call, ...over(old, member(0), 'busy', true), ...again, ...anew, lowered(2), disposed(member(0)));
  });

  it('keeps members added after the cap was lowered: attempts count for life, members may arrive exhausted', () => {
    const again = [removed('removed_by_request', [LIST], [[contact(1), [0]]]), added(LIST, contact(1))];
    const state = workspace(...past(2, 2, 1), lowered(2), ...again);
    expect(piece(state)).toEqual([moved(0), arrived(0), advanced(member(2).number, true)]);
  });

  it('uses the cap and the target of the change that caused it', () => {
    const changes = changed({ next_list_id: null, max_attempts_total: 1 });
    expect(piece(workspace(...past(2, 1), lowered(2), changes))).toEqual([
      moved(0),
      arrived(0),
      advanced(member(1).number, true),
    ]);
  });

  it('ends with the cap raised, the list deleted, or the target deleted', () => {
    const events = [
      [changed({ max_attempts_total: 3 })],
      [changed({ max_attempts_total: null })],
      // A second lowering is another cause, with a cap that these members had reached before.
      [changed({ max_attempts_total: 3 }), changed({ max_attempts_total: 2 })],
      [listDeleted(LIST)],
      [listDeleted(NEXT)],
    ];
    for (const ending of events) {
      expect(piece(workspace(...past(2, 2), lowered(2), ...ending))).toEqual([advanced(-1, true)]);
    }
    expect(piece(workspace(...past(2), lowered(2), changed({ max_attempts_total: 0 })))).toContainEqual(moved(0));
  });

  it('and another one of a further lowering move the members that each cap exhausts', () => {
    const state = workspace(...past(1, 2, 3, 0), lowered(2), lowered(1, 2));
    expect(state.workspace.all(SWEEPS)).toHaveLength(2);
    const first = swept(state);
    expect(first.events().slice(0, -1)).toEqual([moved(1, 2), arrived(1), arrived(2)]);
    expect(piece(first.and()).slice(0, -1)).toEqual([moved(0), arrived(0)]);
  });

  it('is completed also when no member is left', () => {
    expect(piece(workspace(...past(), lowered(2)))).toEqual([advanced(-1, true)]);
  });
});
