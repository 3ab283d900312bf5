import type { RecordedEvent } from '#kernel';
import type { DeliveryCancelled, DeliveryErased } from './delivery.js';
import { type DeliveryRow, isDeliveryEvent } from './delivery-rows.js';

/**
 * The events, in its own stream, by which a delivery is erased with its contact; one that is on its way is cancelled.
 * None if it is erased.
 * @param row the delivery as its row shows it
 * @param last the last event of its stream, which the row may not show yet; undefined: the stream is empty
 */
export function eraseDelivery(
  row: DeliveryRow,
  last: RecordedEvent | undefined,
): readonly (DeliveryCancelled | DeliveryErased)[] {
  const { delivery_id } = row;
  if (last?.type === 'DeliveryErased') return [];
  const erased: DeliveryErased = { type: 'DeliveryErased', data: { delivery_id } };
  const cancelled: DeliveryCancelled = { type: 'DeliveryCancelled', data: { delivery_id, reason: 'erased' } };
  return isOnItsWay(row, last) ? [cancelled, erased] : [erased];
}

function isOnItsWay(row: DeliveryRow, last: RecordedEvent | undefined): boolean {
  if (last && isDeliveryEvent(last)) {
    if (last.type === 'DeliveryAttempted') return last.data.next_attempt_at !== null;
    if (last.type === 'DeliveryCancelled') return false;
  }
  return row.next_attempt_at !== null;
}
