import type { Projection, RecordedEvent } from '#kernel';
import {
  DELIVERIES,
  DELIVERY_STREAMS,
  deliveryOrder,
  type DeliveryRow,
  DUE_DELIVERIES,
  type DueDeliveryRow,
  evolveDelivery,
  evolveDueDelivery,
  isDeliveryEvent,
} from '../domain/index.js';

/** Every delivery; none is ever dropped. */
export const deliveriesProjection: Projection<DeliveryRow> = {
  collection: DELIVERIES,
  version: 4,
  keys: keysOf,
  orderOf: deliveryOrder,
  evolve: (row, event) => (isDeliveryEvent(event) ? evolveDelivery(row, event) : row),
  personal: ({ body, attempts }) => [body, ...attempts.map(({ response_body }) => response_body)],
  blankedFields: ['body', 'attempts'],
};

/** The to-do list of the worker. */
export const dueDeliveriesProjection: Projection<DueDeliveryRow> = {
  collection: DUE_DELIVERIES,
  version: 3,
  keys: keysOf,
  orderOf: deliveryOrder,
  evolve: (row, event) => (isDeliveryEvent(event) ? evolveDueDelivery(row, event) : row),
};

function keysOf(event: RecordedEvent): readonly (readonly [string, string])[] {
  const { workspace_id } = event.metadata;
  if (isDeliveryEvent(event)) return [[workspace_id, event.data.delivery_id]];
  // A skipped event changes only the revision, by which the worker knows that the row has the whole stream.
  const isSkipped = event.type === 'EventSkipped' && event.stream.startsWith(DELIVERY_STREAMS);
  return isSkipped ? [[workspace_id, event.stream.slice(DELIVERY_STREAMS.length)]] : [];
}
