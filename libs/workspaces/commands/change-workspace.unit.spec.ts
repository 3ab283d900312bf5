import { given, TEST_WORKSPACE } from '#kernel/testing';
import { REINDEX_JOBS } from '#dialing/domain';
import { WORKSPACE_DEFAULTS, type WorkspaceChanges } from '../domain/index.js';
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
