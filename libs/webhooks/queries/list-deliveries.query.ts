import { Query } from '@nestjs/cqrs';
import type { IndexValue, JsonObject } from '#kernel';
import type { DeliveryStatus } from '../domain/index.js';

/** A page of deliveries, and where the next one begins; undefined at the end. */
export interface DeliveriesPage {
  readonly deliveries: readonly JsonObject[];
  readonly next: readonly IndexValue[] | undefined;
}

/** Left out: all. */
export interface DeliveryFilters {
  readonly status?: DeliveryStatus | undefined;
  readonly outcomeId?: string | undefined;
}

/** GET /webhook-deliveries, in the order of creation. */
export class ListDeliveries extends Query<DeliveriesPage> {
  constructor(
    readonly workspaceId: string,
    readonly filters: DeliveryFilters,
    readonly size: number,
    readonly after: readonly IndexValue[] | undefined,
  ) {
    super();
  }
}
