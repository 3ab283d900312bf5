import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { READ_MODEL, type ReadModel } from '#read-model';
import { MAX_ENDPOINTS, presentEndpoint, WEBHOOK_ENDPOINTS } from '../domain/index.js';

/** GET /webhook-endpoints: all of them, in the order of their creation. */
export class ListEndpoints extends Query<readonly ReturnType<typeof presentEndpoint>[]> {
  constructor(readonly workspaceId: string) {
    super();
  }
}

@QueryHandler(ListEndpoints)
export class ListEndpointsHandler implements IQueryHandler<ListEndpoints> {
  constructor(@Inject(READ_MODEL) private readonly readModel: ReadModel) {}

  async execute({ workspaceId }: ListEndpoints): Promise<readonly ReturnType<typeof presentEndpoint>[]> {
    const page = { index: 'live', prefix: [workspaceId, 1], limit: MAX_ENDPOINTS };
    const rows = await this.readModel.page(WEBHOOK_ENDPOINTS, page);
    return rows.map(presentEndpoint);
  }
}
