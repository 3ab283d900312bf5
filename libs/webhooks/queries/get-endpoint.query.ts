import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { etag } from '#http';
import { READ_MODEL, type ReadModel } from '#read-model';
import { presentEndpoint } from '../domain/index.js';
import { liveEndpoint } from './live-endpoint.js';

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
