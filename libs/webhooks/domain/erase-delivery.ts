import { type Day, dayOf, type RecordedEvent } from '#kernel';
import { type Attempt, type DeliveryCancelled, type DeliveryErased, isPersonalMessage } from './delivery.js';
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

/**
 * The event by which a delivery on its way is cancelled whose message is kept no longer; none if it is not on its way.
 * @param row the delivery as its row shows it
 * @param last the last event of its stream, which the row may not show yet; undefined: the stream is empty
 */
export function cancelExpired(row: DeliveryRow, last: RecordedEvent | undefined): readonly DeliveryCancelled[] {
  if (!isOnItsWay(row, last)) return [];
  return [{ type: 'DeliveryCancelled', data: { delivery_id: row.delivery_id, reason: 'expired' } }];
}

/**
 * Whether the message of a delivery is kept no longer: it was requested on a day (UTC) before this one, and is
 * personal. null: no.
 */
export function hasMessageEnded(row: DeliveryRow, day: Day | null): boolean {
  return day !== null && isPersonalMessage(row) && dayOf(row.created_at) < day;
}

/** Attempts without the responses that were received on days before this one; the same array where there are none. */
export function withoutResponses(attempts: readonly Attempt[], day: Day): readonly Attempt[] {
  const isOld = ({ at, response_body }: Attempt): boolean => response_body !== null && dayOf(at) < day;
  if (!attempts.some(isOld)) return attempts;
  return attempts.map((attempt) => (isOld(attempt) ? { ...attempt, response_body: null } : attempt));
}

function isOnItsWay(row: DeliveryRow, last: RecordedEvent | undefined): boolean {
  if (last && isDeliveryEvent(last)) {
    if (last.type === 'DeliveryAttempted') return last.data.next_attempt_at !== null;
    if (last.type === 'DeliveryCancelled' || last.type === 'DeliveryErased') return false;
  }
  return row.next_attempt_at !== null;
}
