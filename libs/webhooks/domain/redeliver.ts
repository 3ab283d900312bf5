import { type Decide, DomainError, type JsonObject, notFound } from '#kernel';
import { ERASURES, isBeforeErasure } from '#contacts/domain';
import { workspaceIn } from '#workspaces/domain';
import type { DeliveryRequested } from './delivery.js';
import type { DeliveryRow } from './delivery-rows.js';
import { endpointIn } from './endpoints/present-endpoint.js';
import { hasMessageEnded } from './erase-delivery.js';

/**
 * POST /webhook-deliveries/{deliveryId}/redeliver (docs/reference/http-contract.md, Endpoints): the same message under
 * a new id, whatever the status of the first delivery. One to an endpoint goes to the URL that it has now.
 * @param original the row; undefined where there is none. The fields that are copied change only where they end, by an
 * erasure or by their age, which the decision reads.
 * @throws DomainError when decided: `not_found`; `contact_erased` for a message about a contact that was erased since;
 *   `resource_conflict` where the message is kept no longer, or its endpoint is deleted
 */
export function redeliver(original: DeliveryRow | undefined, newId: string) {
  return ((view) => {
    if (!original) throw notFound('delivery');
    const [erasure] = view.rows(ERASURES, [[view.workspaceId, original.contact_id]]);
    // The row may not show the erasure yet.
    if (original.erased_at !== null || isBeforeErasure(original.number, erasure))
      throw new DomainError('contact_erased', 'The contact of this delivery was erased.');
    const { body } = original;
    const ended = workspaceIn(view)?.deliveries_expired_before ?? null;
    // Nor may the row show that the message has ended.
    if (body === null || hasMessageEnded(original, ended))
      throw new DomainError('resource_conflict', 'The message of this delivery is kept no longer.');
    const { endpoint_id, webhook_url } = original;
    const endpoint = endpoint_id === '' ? undefined : endpointIn(view, endpoint_id);
    if (endpoint_id !== '' && !endpoint)
      throw new DomainError('resource_conflict', 'The endpoint of this delivery was deleted.');
    return {
      events: [requestedAgain({ ...original, body, webhook_url: endpoint?.url ?? webhook_url }, newId)],
      answer: () => ({ status: 202, body: { ok: true, delivery_id: newId } }),
    };
  }) satisfies Decide;
}

/** The body contains the id of its delivery, so the message is serialised again; its other fields stay. */
export function requestedAgain(original: DeliveryRow & { readonly body: string }, newId: string) {
  const { delivery_id, outcome_id, call_id, contact_id, endpoint_id, webhook_url, message_type, body } = original;
  const message = { ...(JSON.parse(body) as JsonObject), delivery_id: newId };
  return {
    type: 'DeliveryRequested',
    data: {
      delivery_id: newId,
      outcome_id,
      call_id,
      contact_id,
      webhook_url,
      ...((endpoint_id !== '' || message_type === 'contact.erased') && { message_type }),
      ...(endpoint_id !== '' && { endpoint_id }),
      body: JSON.stringify(message),
      redelivery_of: delivery_id,
    },
  } satisfies DeliveryRequested;
}
