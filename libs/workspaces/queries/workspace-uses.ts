import { Inject, Injectable } from '@nestjs/common';
import { READ_MODEL, type ReadModel } from '#read-model';
import {
  DELIVERIES_WAITING,
  type DeliveriesWaiting,
  presentUse,
  presentWorkspace,
  WORKSPACE_USE,
  type WorkspaceRow,
  type WorkspaceUseRow,
} from '../domain/index.js';

/** The use of a workspace, as the admin routes show it. */
export type PresentedWorkspaceUse = ReturnType<typeof presentUse>;

/** A workspace with its use, as GET /admin/workspaces shows it. */
export type ListedWorkspace = ReturnType<typeof presentListed>;

export function presentListed(row: WorkspaceRow, use: PresentedWorkspaceUse) {
  return { ...presentWorkspace(row), use };
}

/** What workspaces hold, beside their quotas. */
@Injectable()
export class WorkspaceUses {
  constructor(
    @Inject(READ_MODEL) private readonly readModel: ReadModel,
    @Inject(DELIVERIES_WAITING) private readonly deliveries: Pick<DeliveriesWaiting, 'count'>,
  ) {}

  /** The use of each of these workspaces, in their order. @throws ReadModelUnavailableError */
  async of(workspaceIds: readonly string[]): Promise<readonly PresentedWorkspaceUse[]> {
    const rows = await this.readModel.getMany(
      WORKSPACE_USE,
      workspaceIds.map((id) => [id]),
    );
    return Promise.all(rows.map(async (row, i) => presentUse(row, await this.waiting(workspaceIds[i]!, row))));
  }

  /** Most workspaces send no webhooks: nothing is counted for them. */
  private async waiting(workspaceId: string, use: WorkspaceUseRow | undefined): Promise<number> {
    return use && use.deliveries_requested > 0 ? this.deliveries.count(workspaceId) : 0;
  }
}
