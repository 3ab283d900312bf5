import { type Decide, type JsonObject, notFound } from '#kernel';
import type { DeliveryRequested } from './delivery.js';
import type { DeliveryRow } from './delivery-rows.js';

/**
 * POST /webhook-deliveries/{deliveryId}/redeliver (docs/reference/http-contract.md, Endpoints): the same message under
 * a new id, whatever became of the first one.
 * @param original as the rows have it; undefined where they have none. What is asked of it never changes, so that no
 * decision need read it.
 * @throws DomainError when decided: `not_found`
 */
export function redeliver(original: DeliveryRow | undefined, newId: string): Decide {
  return () => {
    if (!original) throw notFound('delivery');
    return {
      events: [requestedAgain(original, newId)],
      answer: () => ({ status: 202, body: { ok: true, delivery_id: newId } }),
    };
  };
}

/** The body names its delivery; the rest is the message as it was. */
function requestedAgain({ delivery_id, outcome_id, call_id, webhook_url, body }: DeliveryRow, newId: string) {
  const message = { ...(JSON.parse(body) as JsonObject), delivery_id: newId };
  return {
    type: 'DeliveryRequested',
    data: {
      delivery_id: newId,
      outcome_id,
      call_id,
      webhook_url,
      body: JSON.stringify(message),
      redelivery_of: delivery_id,
    },
  } satisfies DeliveryRequested;
}
