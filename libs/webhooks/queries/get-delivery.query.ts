import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { notFound } from '#kernel';
import { READ_MODEL, type ReadModel } from '#read-model';
import { DELIVERIES } from '../domain/delivery-rows.js';
import { presentDelivery } from '../domain/present-delivery.js';

/** GET /webhook-deliveries/{deliveryId}. */
export class GetDelivery extends Query<ReturnType<typeof presentDelivery>> {
  constructor(
    readonly workspaceId: string,
    readonly deliveryId: string,
  ) {
    super();
  }
}

@QueryHandler(GetDelivery)
export class GetDeliveryHandler implements IQueryHandler<GetDelivery> {
  constructor(@Inject(READ_MODEL) private readonly readModel: ReadModel) {}

  /** @throws DomainError `not_found` */
  async execute({ workspaceId, deliveryId }: GetDelivery): Promise<ReturnType<typeof presentDelivery>> {
    const [row] = await this.readModel.getMany(DELIVERIES, [[workspaceId, deliveryId]]);
    // One to an endpoint is read by way of its endpoint: it may be about no outcome and no call.
    if (!row || row.endpoint_id !== '') throw notFound('delivery');
    return presentDelivery(row);
  }
}
