import type { Decide, DomainEvent } from '#kernel';
import { expectTouches, given, type Given, TEST_WORKSPACE, testId as id } from '#kernel/testing';
import { SMART_LIST_PROJECTIONS } from '#smart-lists';
import { MEMBER_PROJECTIONS } from '../index.js';
import { membersProjection } from '../projections/members.projection.js';
import { added, list, listDeleted, removed } from '../testing/past.js';
import { MEMBER_COUNTS } from './member-counts.js';
import { MEMBERS } from './member.js';
import { advanceSweep, SWEEPS } from './sweep.js';

const [A, B, GONE, ANN, BOB] = [id(1), id(2), id(3), id(11), id(12)] as const;

/** No member is in a call. */
const advance = (cause: string): Decide => advanceSweep(cause, () => new Set());
const workspace = (...events: DomainEvent[]): Given =>
  given([...SMART_LIST_PROJECTIONS, ...MEMBER_PROJECTIONS], events);

describe('a long sweep', () => {
  const many = Array.from({ length: 1_001 }, (_, n) => added(GONE, id(5_000 + n)));
  const swept = workspace(list(GONE), ...many, listDeleted(GONE, many.length));

  it('ends 500 memberships at a time in the order of member numbers, and records its progress', () => {
    const first = swept.when(advance(GONE));
    first.thenTypes('MemberRemoved', 'SweepAdvanced').thenAnswer({ body: { ok: true, done: false } });
    first.thenRow(MEMBERS, [TEST_WORKSPACE, GONE, id(5_499)], { active: 0, removed_reason: 'list_deleted' });
    first.thenRow(MEMBERS, [TEST_WORKSPACE, GONE, id(5_500)], { active: 1 });
    first.thenRow(SWEEPS, [TEST_WORKSPACE, GONE], { up_to_number: 500, done: 0 });
    const last = first.and().when(advance(GONE)).and().when(advance(GONE));
    last.thenEvents([
      removed('list_deleted', [GONE], [[id(6_000), [0]]]),
      { type: 'SweepAdvanced', data: { cause: GONE, smart_list_id: GONE, up_to_number: 1_001, done: true } },
    ]);
    last.thenRow(SWEEPS, [TEST_WORKSPACE, GONE], { done: 1 }).thenAnswer({ body: { ok: true, done: true } });
    last.thenRow(MEMBER_COUNTS, [TEST_WORKSPACE, GONE], { active_members: 0, live: 0 });
  });

  it('continues after members that were all removed by events that the rows do not have', () => {
    const state = workspace(list(GONE), ...many, listDeleted(GONE, many.length));
    const gone = removed(
      'contact_deleted',
      [GONE],
      many.slice(0, 500).map((_, n) => [id(5_000 + n), [0]]),
    );
    const data = { cause: GONE, smart_list_id: GONE, up_to_number: 500, done: false };
    state
      .unseen(gone)
      .when(advance(GONE))
      .thenEvents([{ type: 'SweepAdvanced', data }]);
  });

  it('is completed also when no member is left', () => {
    workspace(list(GONE), listDeleted(GONE, 501))
      .when(advance(GONE))
      .thenEvents([
        { type: 'SweepAdvanced', data: { cause: GONE, smart_list_id: GONE, up_to_number: -1, done: true } },
      ]);
  });

  it('that is done, or does not exist, changes nothing', () => {
    const done = workspace(list(GONE), listDeleted(GONE, 501)).when(advance(GONE)).and();
    done
      .when(advance(GONE))
      .thenNothing()
      .thenAnswer({ body: { ok: true, done: true } });
    workspace().when(advance(GONE)).thenNothing();
  });
});

it('events name every row whose position among the active members they change', () => {
  const past = [
    added(A, ANN),
    added(B, ANN),
    added(A, BOB),
    removed(
      'removed_by_request',
      [B, A],
      [
        [ANN, [1, 0]],
        [BOB, [1]],
      ],
    ),
    added(A, ANN),
  ];
  const active = (place: number) => (prefix: readonly unknown[]) => prefix[place] === 1;
  const scanned = ['by_number', 'by_contact'].map((index) => ({ index, fields: 3, only: active(2) }));
  expectTouches(membersProjection, scanned, past);
});
