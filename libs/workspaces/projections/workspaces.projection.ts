import type { Projection } from '#kernel';
import { orderInWorkspace } from '../domain/arrival.js';
import { evolveWorkspace, isWorkspaceEvent, type WorkspaceRow, WORKSPACES } from '../domain/workspace.js';

/** One row a workspace, deleted ones too. */
export const workspacesProjection: Projection<WorkspaceRow> = {
  collection: WORKSPACES,
  version: 9,
  keys: (event) => (isWorkspaceEvent(event) ? [[event.metadata.workspace_id]] : []),
  evolve: (row, event) => (isWorkspaceEvent(event) ? evolveWorkspace(row, event) : row),
  orderOf: orderInWorkspace,
  cachedFields: ['rows_left'],
  resident: { liveIndex: 'live', isLive: ({ live }) => live === 1 },
};
