import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { IndexValue, Instant } from '#kernel';
import { READ_MODEL, type ReadModel, type Source, walk } from '#read-model';
import {
  DELIVERIES,
  type DeliveryRow,
  type DeliveryStatus,
  type EndpointMessageType,
  presentEndpointDelivery,
} from '../domain/index.js';
import { liveEndpoint } from './get-endpoint.query.js';

/** A page of deliveries to an endpoint, and the position of the next page; undefined at the end. */
export interface EndpointDeliveriesPage {
  readonly deliveries: readonly ReturnType<typeof presentEndpointDelivery>[];
  readonly next: readonly IndexValue[] | undefined;
}

/** A delivery fits if it fits all of them. Undefined: no filter. */
export interface EndpointDeliveryFilters {
  readonly status?: DeliveryStatus | undefined;
  readonly type?: EndpointMessageType | undefined;
  readonly callId?: string | undefined;
  readonly contactId?: string | undefined;
  /** Only deliveries that were requested at this instant or later, and at that one or earlier. */
  readonly from?: Instant | undefined;
  readonly to?: Instant | undefined;
}

/** GET /webhook-endpoints/{endpointId}/deliveries. A filtered page may have fewer than fit, and a next page. */
export class ListEndpointDeliveries extends Query<EndpointDeliveriesPage> {
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
  constructor(@Inject(READ_MODEL) private readonly readModel: ReadModel) {}

  /** @throws DomainError `not_found` */
  async execute(query: ListEndpointDeliveries): Promise<EndpointDeliveriesPage> {
    const { workspaceId, endpointId, filters } = query;
    await liveEndpoint(this.readModel, workspaceId, endpointId);
    const { rows, next } = await walk(this.sourceOf(query), query, async (candidates) =>
      candidates.flatMap((row) => (fits(row, endpointId, filters) ? [{ row }] : [])),
    );
    return { deliveries: rows.map(({ row }) => presentEndpointDelivery(row)), next };
  }

  /** The index with the fewest deliveries beside those that fit, up to the last that may. */
  private sourceOf(query: ListEndpointDeliveries): Source<DeliveryRow> {
    const { workspaceId, endpointId, filters, newestFirst: descending } = query;
    const { contactId, status, from, to } = filters;
    const index =
      contactId !== undefined
        ? { index: 'by_contact', prefix: [workspaceId, contactId] }
        : status !== undefined
          ? { index: 'by_status', prefix: [workspaceId, status, endpointId] }
          : { index: 'by_endpoint', prefix: [workspaceId, endpointId] };
    const isBeyond = ({ created_at: at }: DeliveryRow): boolean =>
      descending ? from !== undefined && at < from : to !== undefined && at > to;
    return {
      positionOf: ({ number }) => [number],
      read: async (after, limit) => {
        const options = { ...index, ...(after && { after }), descending, limit };
        const rows = await this.readModel.page(DELIVERIES, options);
        const isLast = rows.length < limit || rows.some(isBeyond);
        return { rows, next: isLast ? undefined : [rows.at(-1)!.number] };
      },
    };
  }
}

function fits(row: DeliveryRow, endpointId: string, filters: EndpointDeliveryFilters): boolean {
  const { status, type, callId, contactId, from, to } = filters;
  return (
    row.endpoint_id === endpointId &&
    (status === undefined || row.status === status) &&
    (type === undefined || row.message_type === type) &&
    (callId === undefined || row.call_id === callId) &&
    (contactId === undefined || row.contact_id === contactId) &&
    (from === undefined || row.created_at >= from) &&
    (to === undefined || row.created_at <= to)
  );
}
