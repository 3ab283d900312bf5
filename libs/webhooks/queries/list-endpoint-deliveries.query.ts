import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { IndexValue } from '#kernel';
import { PAGE_READER, type PageReader, type PrintedPage } from '#read-model';
import {
  ENDPOINT_DELIVERIES_PAGE,
  type EndpointDeliveryFilters,
  type ShownEndpointDelivery,
} from '../pages/endpoint-deliveries-page.js';

/** GET /webhook-endpoints/{endpointId}/deliveries, as {@link ENDPOINT_DELIVERIES_PAGE} finds them. */
export class ListEndpointDeliveries extends Query<PrintedPage<ShownEndpointDelivery>> {
  constructor(
    readonly workspaceId: string,
    readonly endpointId: string,
    readonly filters: EndpointDeliveryFilters,
    readonly newestFirst: boolean,
    readonly size: number,
    readonly after: readonly IndexValue[] | undefined,
  ) {
    super();
  }
}

@QueryHandler(ListEndpointDeliveries)
export class ListEndpointDeliveriesHandler implements IQueryHandler<ListEndpointDeliveries> {
  constructor(@Inject(PAGE_READER) private readonly pages: PageReader) {}

  /** @throws DomainError `not_found`: the endpoint does not exist */
  execute(query: ListEndpointDeliveries): Promise<PrintedPage<ShownEndpointDelivery>> {
    const { workspaceId, endpointId, filters, newestFirst, size, after } = query;
    return this.pages.read(ENDPOINT_DELIVERIES_PAGE, { workspaceId, endpointId, filters, newestFirst, size, after });
  }
}
