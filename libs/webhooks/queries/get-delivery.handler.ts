import { Inject } from '@nestjs/common';
import { type IQueryHandler, QueryHandler } from '@nestjs/cqrs';
import { type JsonObject, notFound } from '#kernel';
import { READ_MODEL, type ReadModel } from '#read-model';
import { DELIVERIES, presentDelivery } from '../domain/index.js';
import { GetDelivery } from './get-delivery.query.js';

@QueryHandler(GetDelivery)
export class GetDeliveryHandler implements IQueryHandler<GetDelivery> {
  constructor(@Inject(READ_MODEL) private readonly readModel: ReadModel) {}

  async execute({ workspaceId, deliveryId }: GetDelivery): Promise<JsonObject> {
    const [row] = await this.readModel.getMany(DELIVERIES, [[workspaceId, deliveryId]]);
    if (!row) throw notFound('delivery');
    return presentDelivery(row);
  }
}
