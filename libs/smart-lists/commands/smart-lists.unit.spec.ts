import { type Decide, DomainError, type DomainEvent } from '#kernel';
import { given, type Given, TEST_WORKSPACE, testId as id } from '#kernel/testing';
import { CALLING_HOURS_PROJECTIONS } from '#calling-hours';
import { DIAL_GROUP_PROJECTIONS } from '#dial-groups';
import { REINDEX_JOBS } from '#dialing/domain';
import { MEMBER_PROJECTIONS } from '#members';
import { MEMBER_COUNTS, type MemberRemoved, MEMBERS, SWEEPS } from '#members/domain';
import type { SmartListPatch } from '../domain/change-lists.js';
import { SMART_LISTS } from '../domain/smart-list.js';
import { smartListsProjection } from '../projections/smart-lists.projection.js';
import { created } from '../testing/past.js';
import { decideChange } from './change-smart-list.command.js';
import { decideClone } from './clone-smart-list.command.js';
import { decideCreate } from './create-smart-list.command.js';
import { decideDelete } from './delete-smart-list.command.js';

const [A, B, C, NEW, HOURS] = [id(1), id(2), id(3), id(4), id(5)] as const;

const added = (smart_list_id: string, contact: number): DomainEvent => ({
  type: 'MemberAdded',
  data: { smart_list_id, contact_id: id(1_000 + contact), source: 'api' },
});
const members = (list: string, count: number): DomainEvent[] => Array.from({ length: count }, (_, n) => added(list, n));
const workspace = (...events: DomainEvent[]): Given =>
  given([smartListsProjection, ...CALLING_HOURS_PROJECTIONS, ...DIAL_GROUP_PROJECTIONS, ...MEMBER_PROJECTIONS], events);
const onlyVersion = (wanted: number) => (version: number) => {
  if (version !== wanted) throw new DomainError('precondition_failed', 'another version');
};

describe('the answer', () => {
  it('of a creation shows the list in the order of the contract', () => {
    const answer = workspace()
      .when(decideCreate(NEW, { name: 'Spring' }))
      .answer();
    const at = '2030-01-01T00:00:00.000Z';
    expect(answer).toMatchObject({ status: 201, location: `/smart-lists/${NEW}`, etag: '"1"' });
    expect(JSON.stringify(answer.body)).toBe(
      `{"ok":true,"smart_list":{"smart_list_id":"${NEW}","name":"Spring","description":null,"priority":"medium",` +
        '"max_attempts_per_day":null,"max_attempts_total":null,"min_retry_seconds":3600,"retry_seconds":null,"attempt_windows":null,"dial_timeout_seconds":30,' +
        `"next_list_id":null,"calling_hours_id":null,"paused":false,"source":"api","member_count":0,"version":1,"created_at":"${at}","updated_at":"${at}"}}`,
    );
  });

  it('of a change shows the new version and the member count', () => {
    workspace(created(A, 'A'), added(A, 1), added(A, 2))
      .when(decideChange(A, { name: 'A2' }))
      .thenAnswer({ status: 200, etag: '"2"', body: { smart_list: { name: 'A2', version: 2, member_count: 2 } } });
  });

  it('of a change without an effect is the unchanged list', () => {
    workspace(created(A, 'A'))
      .when(decideChange(A, { name: 'A' }, onlyVersion(1)))
      .thenNothing()
      .thenAnswer({ status: 200, etag: '"1"', body: { smart_list: { version: 1 } } });
  });

  it('of a clone is a new list without members', () => {
    workspace(created(A, 'A'), added(A, 1))
      .when(decideClone(A, NEW, undefined))
      .thenAnswer({
        status: 201,
        location: `/smart-lists/${NEW}`,
        etag: '"1"',
        body: { smart_list: { smart_list_id: NEW, name: 'A (copy)', source: 'clone', member_count: 0, version: 1 } },
      });
  });
});

it('the answer to a change waits for re-indexing, if there are members and the change concerns them', () => {
  const hours: DomainEvent = {
    type: 'CallingHoursCreated',
    data: { calling_hours_id: HOURS, name: 'Day', zone: 'contact', intervals: [], closed_dates: [] },
  };
  const { workspace: empty } = workspace(hours, created(A, 'A'));
  const { workspace: full } = workspace(hours, created(A, 'A'), added(A, 1));
  const awaited = (patch: SmartListPatch, view = full): unknown =>
    decideChange(A, patch)(view).awaits?.map(({ collection, key }) => [collection, key]);
  const placing = [{ min_retry_seconds: 0 }, { retry_seconds: { busy: 1 } }, { attempt_windows: [] }];
  for (const patch of [...placing, { max_attempts_per_day: 1 }, { max_attempts_total: 1 }]) {
    expect(awaited(patch)).toEqual([[REINDEX_JOBS, [TEST_WORKSPACE, A]]]);
    expect(awaited(patch, empty)).toEqual([]);
  }
  const others = [
    { name: 'B' },
    { priority: 'low' as const },
    { min_retry_seconds: 3_600 },
    { calling_hours_id: HOURS },
  ];
  for (const patch of others) {
    expect(awaited(patch)).toEqual([]);
  }
});

describe('deleting a list', () => {
  it('takes it out of its dial groups in the same append, oldest group first, also where none is left', () => {
    const group = (n: number, smart_list_ids: string[]): DomainEvent => ({
      type: 'DialGroupCreated',
      data: { dial_group_id: id(500 + n), name: `group ${n}`, smart_list_ids },
    });
    const left = (n: number, smart_list_ids: string[]): DomainEvent => ({
      type: 'DialGroupChanged',
      data: { dial_group_id: id(500 + n), changes: { smart_list_ids } },
    });
    const lists = [created(A, 'A'), created(B, 'B'), created(C, 'C')];
    workspace(...lists, group(2, [C, A, B]), group(1, [A]), group(3, [B]))
      .when(decideDelete(A))
      .thenEvents([
        { type: 'SmartListDeleted', data: { smart_list_id: A, members_left: 0 } },
        left(2, [C, B]),
        left(1, []),
      ]);
  });

  it('ends its memberships and clears the waterfalls that lead to it, in one append', () => {
    const then = workspace(
      created(A, 'A'),
      created(B, 'B', { next_list_id: A }),
      created(C, 'C', { next_list_id: A }),
      added(A, 7),
      added(B, 7),
    ).when(decideDelete(A));
    const cleared = (list: string): DomainEvent => ({
      type: 'SmartListChanged',
      data: { smart_list_id: list, changes: { next_list_id: null } },
    });
    then
      .thenEvents([
        { type: 'SmartListDeleted', data: { smart_list_id: A, members_left: 0 } },
        cleared(B),
        cleared(C),
        {
          type: 'MemberRemoved',
          data: { reason: 'list_deleted', lists: [A], contacts: [{ contact_id: id(1_007), lists: [0] }] },
        },
      ])
      .thenAnswer({ status: 200, body: { ok: true, smart_list_id: A, deleted: true } })
      .thenRow(SMART_LISTS, [TEST_WORKSPACE, B], { next_list_id: null, version: 2 })
      .thenRow(MEMBERS, [TEST_WORKSPACE, A, id(1_007)], { active: 0, removed_reason: 'list_deleted' })
      .thenRow(MEMBERS, [TEST_WORKSPACE, B, id(1_007)], { active: 1 })
      .thenRow(MEMBER_COUNTS, [TEST_WORKSPACE, A], { active_members: 0, live: 0 })
      .thenRow(SWEEPS, [TEST_WORKSPACE, A], undefined);
  });

  it('with 500 members ends all memberships, with 501 leaves them to a sweep', () => {
    const then = workspace(created(A, 'A'), ...members(A, 500)).when(decideDelete(A));
    then.thenTypes('SmartListDeleted', 'MemberRemoved').thenRow(SWEEPS, [TEST_WORKSPACE, A], undefined);
    workspace(created(A, 'A'), ...members(A, 501))
      .when(decideDelete(A))
      .thenEvents([{ type: 'SmartListDeleted', data: { smart_list_id: A, members_left: 501 } }])
      .thenRow(MEMBER_COUNTS, [TEST_WORKSPACE, A], { active_members: 501, live: 0 })
      .thenRow(SWEEPS, [TEST_WORKSPACE, A], { done: 0, up_to_number: -1 });
  });

  it('counts only active members', () => {
    const gone: MemberRemoved = {
      type: 'MemberRemoved',
      data: { reason: 'removed_by_request', lists: [A], contacts: [{ contact_id: id(1_000), lists: [0] }] },
    };
    workspace(created(A, 'A'), ...members(A, 501), gone)
      .when(decideDelete(A))
      .thenTypes('SmartListDeleted', 'MemberRemoved');
  });

  it('ends all memberships, although the rows still show removed members', () => {
    const gone: MemberRemoved = {
      type: 'MemberRemoved',
      data: {
        reason: 'removed_by_request',
        lists: [A],
        contacts: Array.from({ length: 200 }, (_, n) => ({ contact_id: id(1_000 + n), lists: [0] })),
      },
    };
    workspace(created(A, 'A'), ...members(A, 600))
      .unseen(gone)
      .when(decideDelete(A))
      .thenTypes('SmartListDeleted', 'MemberRemoved')
      .thenRow(MEMBER_COUNTS, [TEST_WORKSPACE, A], { active_members: 0 })
      .thenRow(MEMBERS, [TEST_WORKSPACE, A, id(1_599)], { active: 0, removed_reason: 'list_deleted' });
  });

  it('is refused for a missing list before the version is checked', () => {
    const twice: Decide = decideDelete(A, onlyVersion(2));
    workspace().when(twice).thenRefused('not_found');
    workspace(created(A, 'A')).when(twice).thenRefused('precondition_failed');
    workspace(created(A, 'A')).when(decideDelete(A)).and().when(decideDelete(A)).thenRefused('not_found');
  });
});
