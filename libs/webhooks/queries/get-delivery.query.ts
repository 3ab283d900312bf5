import { Query } from '@nestjs/cqrs';
import type { JsonObject } from '#kernel';

/** GET /webhook-deliveries/{deliveryId}: the delivery as it is shown. */
export class GetDelivery extends Query<JsonObject> {
  constructor(
    readonly workspaceId: string,
    readonly deliveryId: string,
  ) {
    super();
  }
}
