import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { notFound } from '#kernel';
import { READ_MODEL, type ReadModel } from '#read-model';
import { DELIVERIES, presentEndpointDelivery } from '../domain/index.js';
import { liveEndpoint } from './live-endpoint.js';

/** GET /webhook-endpoints/{endpointId}/deliveries/{deliveryId}. */
export class GetEndpointDelivery extends Query<ReturnType<typeof presentEndpointDelivery>> {
  constructor(
    readonly workspaceId: string,
    readonly endpointId: string,
    readonly deliveryId: string,
  ) {
    super();
  }
}

@QueryHandler(GetEndpointDelivery)
export class GetEndpointDeliveryHandler implements IQueryHandler<GetEndpointDelivery> {
  constructor(@Inject(READ_MODEL) private readonly readModel: ReadModel) {}

  /** @throws DomainError `not_found`: of the endpoint, or of a delivery to it */
  async execute(query: GetEndpointDelivery): Promise<ReturnType<typeof presentEndpointDelivery>> {
    const { workspaceId, endpointId, deliveryId } = query;
    await liveEndpoint(this.readModel, workspaceId, endpointId);
    const [row] = await this.readModel.getMany(DELIVERIES, [[workspaceId, deliveryId]]);
    if (row?.endpoint_id !== endpointId) throw notFound('delivery');
    return presentEndpointDelivery(row);
  }
}
