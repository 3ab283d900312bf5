import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { IndexValue } from '#kernel';
import { READ_MODEL, type ReadModel } from '#read-model';
import {
  DELIVERIES_WAITING,
  type DeliveriesWaiting,
  presentUse,
  presentWorkspace,
  WORKSPACE_USE,
  type WorkspaceRow,
  WORKSPACES,
  type WorkspaceUseRow,
} from '../domain/index.js';

/** A workspace with its use, as GET /admin/workspaces shows it. */
export type ListedWorkspace = ReturnType<typeof presentListed>;

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
    @Inject(DELIVERIES_WAITING) private readonly deliveries: Pick<DeliveriesWaiting, 'count'>,
  ) {}

  async execute({ size, after }: ListWorkspaces): Promise<WorkspacesPage> {
    const { rows, next } = await pageOfWorkspaces(this.readModel, size, after);
    return { workspaces: await this.withUse(rows), next };
  }

  private async withUse(rows: readonly WorkspaceRow[]): Promise<readonly ListedWorkspace[]> {
    const uses = await this.readModel.getMany(
      WORKSPACE_USE,
      rows.map(({ workspace_id }) => [workspace_id]),
    );
    const waiting = await Promise.all(rows.map(({ workspace_id }, i) => this.waiting(workspace_id, uses[i])));
    return rows.map((row, i) => presentListed(row, uses[i], waiting[i]!));
  }

  /** Most workspaces send no webhooks: nothing is counted for them. */
  private async waiting(workspaceId: string, use: WorkspaceUseRow | undefined): Promise<number> {
    return use && use.deliveries_requested > 0 ? this.deliveries.count(workspaceId) : 0;
  }
}

function presentListed(row: WorkspaceRow, use: WorkspaceUseRow | undefined, deliveriesWaiting: number) {
  return { ...presentWorkspace(row), use: presentUse(use, deliveriesWaiting) };
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
