import { given, TEST_WORKSPACE, testId as id } from '#kernel/testing';
import { CALLING_HOURS_PROJECTIONS } from '#calling-hours';
import { REINDEX_JOBS } from '#dialing/domain';
import { WORKSPACE_DEFAULTS, type WorkspaceChanges, WORKSPACES } from '../domain/index.js';
import { WORKSPACES_PROJECTIONS } from '../index.js';
import { decideChangeWorkspace } from './change-workspace.command.js';

const created = { type: 'WorkspaceCreated', data: { name: 'W', time_zone: 'UTC', ...WORKSPACE_DEFAULTS } };

it('the answer to a change waits for the re-indexing that it causes', () => {
  const { workspace } = given(WORKSPACES_PROJECTIONS, [created]);
  const awaited = (changes: WorkspaceChanges): unknown =>
    decideChangeWorkspace(changes, '')(workspace).awaits?.map(({ collection, key }) => [collection, key]);
  expect(awaited({ time_zone: 'Europe/Berlin' })).toEqual([[REINDEX_JOBS, [TEST_WORKSPACE, 'zone']]]);
  expect(awaited({ unlisted: { min_retry_seconds: 0 } })).toEqual([[REINDEX_JOBS, [TEST_WORKSPACE, 'unlisted']]]);
  for (const changes of [{ name: 'V' }, { time_zone: 'UTC' }, { unlisted: { enabled: false } }]) {
    expect(awaited(changes)).toEqual([]);
  }
});

describe('the calling hours of a workspace', () => {
  const [DAY, GONE] = [id(1), id(2)] as const;
  const hours = (calling_hours_id: string) => ({
    type: 'CallingHoursCreated',
    data: { calling_hours_id, name: calling_hours_id, zone: 'contact', intervals: [], closed_dates: [] },
  });
  const deleted = { type: 'CallingHoursDeleted', data: { calling_hours_id: GONE } };
  const past = given(
    [...WORKSPACES_PROJECTIONS, ...CALLING_HOURS_PROJECTIONS],
    [...[created, hours(DAY), hours(GONE), deleted]],
  );
  const change = (calling_hours_id: string | null) => decideChangeWorkspace({ calling_hours_id }, '');
  const changed = (calling_hours_id: string | null) => ({
    type: 'WorkspaceChanged',
    data: { changes: { calling_hours_id } },
  });

  it('are set and taken away, without a place in the queue that must be found anew', () => {
    past.when(change(null)).thenNothing();
    const set = past.when(change(DAY));
    set.thenEvents([changed(DAY)]).thenAnswer({ status: 200, body: { workspace: { calling_hours_id: DAY } } });
    expect(change(DAY)(past.workspace).awaits).toEqual([]);
    const after = set.and();
    after.when(change(DAY)).thenNothing();
    after
      .when(change(null))
      .thenEvents([changed(null)])
      .thenRow(WORKSPACES, [TEST_WORKSPACE], { calling_hours_id: null });
  });

  it('must exist and not be deleted', () => {
    for (const unknown of [GONE, id(9)])
      past.when(change(unknown)).thenRefused('invalid_reference', '/calling_hours_id');
  });
});
