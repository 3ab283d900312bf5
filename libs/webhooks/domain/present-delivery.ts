import type { OutcomeMessageType } from './delivery.js';
import type { DeliveryRow } from './delivery-rows.js';

/** A delivery to the URL of an outcome as the API shows it (docs/reference/http-contract.md#endpoints). */
export function presentDelivery(row: DeliveryRow) {
  return {
    delivery_id: row.delivery_id,
    type: row.message_type as OutcomeMessageType,
    outcome_id: row.outcome_id,
    call_id: row.call_id,
    webhook_url: row.webhook_url,
    status: row.status,
    created_at: row.created_at,
    next_attempt_at: row.next_attempt_at,
    redelivery_of: row.redelivery_of,
    attempts: row.attempts.map((attempt) => ({ ...attempt })),
    erased_at: row.erased_at,
  };
}

/**
 * A delivery to an endpoint as the API shows it: it may be about no outcome, call or contact
 * (docs/reference/http-contract.md#webhook-endpoints).
 */
export function presentEndpointDelivery(row: DeliveryRow) {
  return {
    delivery_id: row.delivery_id,
    endpoint_id: row.endpoint_id,
    type: row.message_type,
    call_id: row.call_id || null,
    contact_id: row.contact_id || null,
    url: row.webhook_url,
    status: row.status,
    created_at: row.created_at,
    next_attempt_at: row.next_attempt_at,
    redelivery_of: row.redelivery_of,
    attempts: row.attempts.map((attempt) => ({ ...attempt })),
    erased_at: row.erased_at,
  };
}
