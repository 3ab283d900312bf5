import type { Projection, RecordedEvent } from '#kernel';
import {
  DELIVERIES,
  deliveryOrder,
  type DeliveryRow,
  DUE_DELIVERIES,
  type DueDeliveryRow,
  evolveDelivery,
  evolveDueDelivery,
  isDeliveryEvent,
} from '../domain/index.js';

/** Every delivery, for ever. */
export const deliveriesProjection: Projection<DeliveryRow> = {
  collection: DELIVERIES,
  version: 1,
  keys: keysOf,
  orderOf: deliveryOrder,
  evolve: (row, event) => (isDeliveryEvent(event) ? evolveDelivery(row, event) : row),
};

/** The to-do list of the worker. */
export const dueDeliveriesProjection: Projection<DueDeliveryRow> = {
  collection: DUE_DELIVERIES,
  version: 2,
  keys: keysOf,
  orderOf: deliveryOrder,
  evolve: (row, event) => (isDeliveryEvent(event) ? evolveDueDelivery(row, event) : row),
};

function keysOf(event: RecordedEvent): readonly (readonly [string, string])[] {
  return isDeliveryEvent(event) ? [[event.metadata.workspace_id, event.data.delivery_id]] : [];
}
