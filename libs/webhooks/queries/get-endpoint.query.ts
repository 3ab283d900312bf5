import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { notFound } from '#kernel';
import { etag } from '#http';
import { READ_MODEL, type ReadModel } from '#read-model';
import { type EndpointRow, presentEndpoint, WEBHOOK_ENDPOINTS } from '../domain/index.js';

/** An endpoint as the API shows it, and its ETag. */
export interface EndpointFound {
  readonly endpoint: ReturnType<typeof presentEndpoint>;
  readonly etag: string;
}

/** GET /webhook-endpoints/{endpointId}. */
export class GetEndpoint extends Query<EndpointFound> {
  constructor(
    readonly workspaceId: string,
    readonly endpointId: string,
  ) {
    super();
  }
}

@QueryHandler(GetEndpoint)
export class GetEndpointHandler implements IQueryHandler<GetEndpoint> {
  constructor(@Inject(READ_MODEL) private readonly readModel: ReadModel) {}

  /** @throws DomainError `not_found` */
  async execute({ workspaceId, endpointId }: GetEndpoint): Promise<EndpointFound> {
    const row = await liveEndpoint(this.readModel, workspaceId, endpointId);
    return { endpoint: presentEndpoint(row), etag: etag(row.version) };
  }
}

/** The row of an endpoint that is not deleted. @throws DomainError `not_found` */
export async function liveEndpoint(
  readModel: Pick<ReadModel, 'getMany'>,
  workspaceId: string,
  endpointId: string,
): Promise<EndpointRow> {
  const [row] = await readModel.getMany(WEBHOOK_ENDPOINTS, [[workspaceId, endpointId]]);
  if (row?.live !== 1) throw notFound('webhook endpoint');
  return row;
}
