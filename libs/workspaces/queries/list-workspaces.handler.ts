import { Inject } from '@nestjs/common';
import { type IQueryHandler, QueryHandler } from '@nestjs/cqrs';
import { READ_MODEL, type ReadModel } from '#read-model';
import { presentWorkspace, WORKSPACES } from '../domain/index.js';
import { ListWorkspaces, type WorkspacesPage } from './list-workspaces.query.js';

@QueryHandler(ListWorkspaces)
export class ListWorkspacesHandler implements IQueryHandler<ListWorkspaces> {
  constructor(@Inject(READ_MODEL) private readonly readModel: ReadModel) {}

  async execute({ size, after }: ListWorkspaces): Promise<WorkspacesPage> {
    // One row more than the page holds says whether there is a next one.
    const options = { index: 'by_creation', prefix: [], limit: size + 1 };
    const found = await this.readModel.page(WORKSPACES, after ? { ...options, after } : options);
    const rows = found.slice(0, size);
    const last = found.length > size ? rows.at(-1)! : undefined;
    return { workspaces: rows.map(presentWorkspace), next: last && [last.created_at, last.workspace_id] };
  }
}
