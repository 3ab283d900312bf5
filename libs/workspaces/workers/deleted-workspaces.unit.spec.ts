import { TestWorkspace } from '#kernel/testing';
import { MemoryReadModel } from '#read-model/testing';
import { WORKSPACE_DEFAULTS, WORKSPACES } from '../domain/index.js';
import { workspacesProjection } from '../projections/workspaces.projection.js';
import { shredDeletedWorkspaces } from './deleted-workspaces.js';

it('shreds deleted workspaces again whose rows are dropped, and no other one', async () => {
  const told = new TestWorkspace([workspacesProjection]);
  told.append([{ type: 'WorkspaceCreated', data: { name: 'One', time_zone: 'UTC', ...WORKSPACE_DEFAULTS } }]);
  const [row] = told.all(WORKSPACES);
  const readModel = new MemoryReadModel();
  const kinds = {
    living: { live: 1 },
    dropping: { live: 0, rows_left: 1 },
    dropped: { live: 0, rows_left: 0 },
    arriving: { live: 0, rows_left: 0, name: '', arrival_id: 'arrival' },
  } as const;
  await readModel.putRows(
    Object.entries(kinds).map(([workspace_id, fields]) => ({
      collection: WORKSPACES,
      key: [workspace_id],
      document: { ...row!, workspace_id, ...fields },
    })),
  );
  const shredded: string[] = [];
  const personalKeys = { shredWorkspace: async (id: string) => void shredded.push(id) };
  await shredDeletedWorkspaces({ readModel, personalKeys }, () => false);
  expect(shredded).toEqual(['dropped']);
});
