import type { PersonalKeys } from '#personal-data';
import type { ReadModel } from '#read-model';
import { readPages } from '#workers';
import { isArriving, type WorkspaceRow, WORKSPACES } from '../domain/index.js';

export interface DeletedWorkspacesPorts {
  readonly readModel: Pick<ReadModel, 'page'>;
  readonly personalKeys: Pick<PersonalKeys, 'shredWorkspace'>;
}

/** Deleted workspaces, and those of which no event has arrived yet, by their creation. */
const DELETED = {
  index: 'by_creation',
  prefix: [0],
  cursorOf: ({ created_at, workspace_id }: WorkspaceRow) => [created_at, workspace_id],
};

/**
 * Shreds once more every deleted workspace whose rows are dropped: its keys may have been put back from a backup that
 * is older than the deletion. The DeletedRowsWorker shreds those whose rows are left.
 * @throws ReadModelUnavailableError, PersonalKeysUnavailableError
 */
export async function shredDeletedWorkspaces(
  { readModel, personalKeys }: DeletedWorkspacesPorts,
  isStopped: () => boolean,
): Promise<void> {
  const shredded: string[] = [];
  const note = (row: WorkspaceRow): void => {
    if (row.rows_left === 0 && !isArriving(row)) shredded.push(row.workspace_id);
  };
  await readPages(readModel, WORKSPACES, DELETED, { each: note, isStopped });
  for (const workspaceId of shredded) {
    if (isStopped()) return;
    await personalKeys.shredWorkspace(workspaceId);
  }
}
