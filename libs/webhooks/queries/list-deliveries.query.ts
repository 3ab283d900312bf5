import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { IndexValue } from '#kernel';
import { READ_MODEL, type ReadModel } from '#read-model';
import { DELIVERIES, type DeliveryStatus } from '../domain/delivery-rows.js';
import { presentDelivery } from '../domain/present-delivery.js';

/** A page of deliveries, and the position of the next page; undefined at the end. */
export interface DeliveriesPage {
  readonly deliveries: readonly ReturnType<typeof presentDelivery>[];
  readonly next: readonly IndexValue[] | undefined;
}

/** Undefined: no filter. */
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

@QueryHandler(ListDeliveries)
export class ListDeliveriesHandler implements IQueryHandler<ListDeliveries> {
  constructor(@Inject(READ_MODEL) private readonly readModel: ReadModel) {}

  async execute({ workspaceId, filters, size, after }: ListDeliveries): Promise<DeliveriesPage> {
    const { index, values } = indexFor(filters);
    // One row more than the page holds tells whether there is a next page.
    const found = await this.readModel.page(DELIVERIES, {
      index,
      prefix: [workspaceId, ...values],
      ...(after && { after }),
      limit: size + 1,
    });
    const rows = found.slice(0, size);
    return {
      deliveries: rows.map(presentDelivery),
      next: found.length > size ? [rows.at(-1)!.number] : undefined,
    };
  }
}

function indexFor({ status, outcomeId }: DeliveryFilters): { readonly index: string; readonly values: string[] } {
  if (outcomeId === undefined) {
    // Those of endpoints are listed by their endpoints.
    return status === undefined ? { index: 'by_endpoint', values: [''] } : { index: 'by_status', values: [status, ''] };
  }
  return status === undefined
    ? { index: 'by_outcome', values: [outcomeId] }
    : { index: 'by_outcome_and_status', values: [outcomeId, status] };
}
