import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { notFound } from '#kernel';
import { READ_MODEL, type ReadModel } from '#read-model';
import { WORKSPACES } from '../domain/index.js';
import { type ListedWorkspace, presentListed, WorkspaceUses } from './workspace-uses.js';

/** GET /admin/workspaces/{workspaceId}: as the list shows it. */
export class GetWorkspace extends Query<ListedWorkspace> {
  constructor(readonly workspaceId: string) {
    super();
  }
}

@QueryHandler(GetWorkspace)
export class GetWorkspaceHandler implements IQueryHandler<GetWorkspace> {
  constructor(
    @Inject(READ_MODEL) private readonly readModel: ReadModel,
    private readonly uses: WorkspaceUses,
  ) {}

  /** @throws DomainError `not_found`, also of a deleted workspace */
  async execute({ workspaceId }: GetWorkspace): Promise<ListedWorkspace> {
    const [row] = await this.readModel.getMany(WORKSPACES, [[workspaceId]]);
    if (row?.live !== 1) throw notFound('workspace');
    const [use] = await this.uses.of([workspaceId]);
    return presentListed(row, use!);
  }
}
