import type { DeliveryRow } from './delivery-rows.js';

/** A delivery as the API shows it (docs/reference/http-contract.md#endpoints). */
export function presentDelivery(row: DeliveryRow) {
  return {
    delivery_id: row.delivery_id,
    type: row.message_type,
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
