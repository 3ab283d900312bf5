import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { IndexValue } from '#kernel';
import { READ_MODEL, type ReadModel } from '#read-model';
import { type WorkspaceRow, WORKSPACES } from '../domain/index.js';
import { type ListedWorkspace, presentListed, WorkspaceUses } from './workspace-uses.js';

/** A page of workspaces, and the position of the next page; undefined at the end. */
export interface WorkspacesPage {
  readonly workspaces: readonly ListedWorkspace[];
  readonly next: readonly IndexValue[] | undefined;
}

/** GET /admin/workspaces, in the order of creation. */
export class ListWorkspaces extends Query<WorkspacesPage> {
  constructor(
    readonly size: number,
    readonly after: readonly IndexValue[] | undefined,
  ) {
    super();
  }
}

@QueryHandler(ListWorkspaces)
export class ListWorkspacesHandler implements IQueryHandler<ListWorkspaces> {
  constructor(
    @Inject(READ_MODEL) private readonly readModel: ReadModel,
    private readonly uses: WorkspaceUses,
  ) {}

  async execute({ size, after }: ListWorkspaces): Promise<WorkspacesPage> {
    const { rows, next } = await pageOfWorkspaces(this.readModel, size, after);
    const uses = await this.uses.of(rows.map(({ workspace_id }) => workspace_id));
    return { workspaces: rows.map((row, i) => presentListed(row, uses[i]!)), next };
  }
}

/** A page of workspaces in the order of their creation, and the position of the next page; undefined at the end. */
export async function pageOfWorkspaces(
  readModel: Pick<ReadModel, 'page'>,
  size: number,
  after: readonly IndexValue[] | undefined,
): Promise<{ readonly rows: readonly WorkspaceRow[]; readonly next: readonly IndexValue[] | undefined }> {
  // One row more than the page holds tells whether there is a next page.
  const options = { index: 'by_creation', prefix: [1], limit: size + 1 };
  const found = await readModel.page(WORKSPACES, after ? { ...options, after } : options);
  const rows = found.slice(0, size);
  const last = found.length > size ? rows.at(-1)! : undefined;
  return { rows, next: last && [last.created_at, last.workspace_id] };
}
