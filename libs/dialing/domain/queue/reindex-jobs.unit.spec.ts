import type { DomainEvent } from '#kernel';
import { given, recorded, TEST_WORKSPACE, testId as id } from '#kernel/testing';
import { reindexJobsProjection } from '../../projections/reindex-jobs.projection.js';
import { REINDEX_JOBS, reindexedAfter } from './reindex-jobs.js';

const LIST = id(1);
const listChanged = (changes: object): DomainEvent => ({
  type: 'SmartListChanged',
  data: { smart_list_id: LIST, changes },
});
const workspaceChanged = (changes: object): DomainEvent => ({ type: 'WorkspaceChanged', data: { changes } });

/** The scopes that an event puts on the to-do list. */
const scopes = (event: DomainEvent): readonly string[] =>
  reindexJobsProjection.keys(recorded(event, 0)).map(([, scope]) => scope!);

it('a change that queue positions depend on is on the to-do list, by scope', () => {
  const limits = [{ max_attempts_per_day: 0 }, { max_attempts_total: null }, { min_retry_seconds: 0 }];
  for (const changes of limits) {
    expect(scopes(listChanged({ name: 'x', ...changes }))).toEqual([LIST]);
    expect(scopes(workspaceChanged({ unlisted: changes }))).toEqual(['unlisted']);
  }
  expect(scopes({ type: 'SmartListReset', data: { smart_list_id: LIST, completed_only: true } })).toEqual([LIST]);
  expect(scopes(workspaceChanged({ time_zone: 'UTC' }))).toEqual(['zone']);
  expect(scopes(workspaceChanged({ time_zone: 'UTC', unlisted: limits[0] }))).toEqual(['zone', 'unlisted']);
});

it('no other change is', () => {
  const list = { name: 'x', description: null, priority: 'low', dial_timeout_seconds: 15, next_list_id: null };
  expect(scopes(listChanged(list))).toEqual([]);
  const unlisted = { enabled: false, dial_timeout_seconds: 15 };
  expect(scopes(workspaceChanged({ name: 'x', lease_seconds: 10, unlisted }))).toEqual([]);
  expect(scopes({ type: 'SmartListDeleted', data: { smart_list_id: LIST, members_left: 0 } })).toEqual([]);
});

it('is pending from its last change on, regardless of earlier work', () => {
  const change = listChanged({ min_retry_seconds: 0 });
  const { workspace } = given([reindexJobsProjection], [change]);
  const row = { workspace_id: TEST_WORKSPACE, scope: LIST, pending: 1 };
  expect(workspace.all(REINDEX_JOBS)).toEqual([{ ...row, revision: 0 }]);
  const done = { ...workspace.all(REINDEX_JOBS)[0]!, pending: 0 as const };
  const again = reindexJobsProjection.evolve(done, recorded(change, 7), [TEST_WORKSPACE, LIST], undefined as never);
  expect(again).toEqual({ ...row, revision: 7 });
});

it('is what an answer waits for', () => {
  const events = [listChanged({ min_retry_seconds: 0 }), workspaceChanged({ time_zone: 'UTC' }), listChanged({})];
  const awaited = reindexedAfter(TEST_WORKSPACE, events);
  expect(awaited.map(({ collection, key }) => [collection.name, ...key])).toEqual([
    ['requeues', TEST_WORKSPACE, LIST],
    ['requeues', TEST_WORKSPACE, 'zone'],
  ]);
  const row = { workspace_id: TEST_WORKSPACE, scope: LIST, revision: 0 };
  const judged = [{ ...row, pending: 1 }, { ...row, pending: 0 }, undefined].map((each) => awaited[0]!.isDone(each));
  expect(judged).toEqual([false, true, true]);
});
