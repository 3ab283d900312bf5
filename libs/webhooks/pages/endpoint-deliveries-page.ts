import type { IndexValue, Instant } from '#kernel';
import { type FoundPage, mostRead, type PageRead, type ReadModel, type Source, walkBy } from '#read-model';
import {
  DELIVERIES,
  type DeliveryRow,
  type DeliveryStatus,
  type EndpointMessageType,
  presentEndpointDelivery,
} from '../domain/index.js';
import { liveEndpoint } from '../queries/live-endpoint.js';

/** A delivery to an endpoint as the API shows it. */
export type ShownEndpointDelivery = ReturnType<typeof presentEndpointDelivery>;

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

export interface EndpointDeliveriesPageInput {
  readonly workspaceId: string;
  readonly endpointId: string;
  readonly filters: EndpointDeliveryFilters;
  readonly newestFirst: boolean;
  readonly size: number;
  readonly after: readonly IndexValue[] | undefined;
}

/** A page of the deliveries to an endpoint. With filters it may have fewer deliveries than fit, and a next page. */
export const ENDPOINT_DELIVERIES_PAGE: PageRead<EndpointDeliveriesPageInput, ShownEndpointDelivery> = {
  name: 'endpoint deliveries',
  largest: ({ filters, size }) => mostRead(size, filters),
  find: findDeliveries,
};

/** @throws DomainError `not_found`: the endpoint does not exist */
async function findDeliveries(
  readModel: ReadModel,
  input: EndpointDeliveriesPageInput,
): Promise<FoundPage<ShownEndpointDelivery>> {
  const { workspaceId, endpointId, filters } = input;
  await liveEndpoint(readModel, workspaceId, endpointId);
  const { rows, next } = await walkBy(sourceOf(readModel, input), input, (row) => fits(row, endpointId, filters));
  return { items: rows.map(presentEndpointDelivery), next };
}

/** The index with the fewest deliveries beside those that fit, up to the last that may. */
function sourceOf(
  readModel: ReadModel,
  { workspaceId, endpointId, filters, newestFirst: descending }: EndpointDeliveriesPageInput,
): Source<DeliveryRow> {
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
      const rows = await readModel.page(DELIVERIES, options);
      const isLast = rows.length < limit || rows.some(isBeyond);
      return { rows, next: isLast ? undefined : [rows.at(-1)!.number] };
    },
  };
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
