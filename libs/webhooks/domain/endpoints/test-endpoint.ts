import type { Decide } from '#kernel';
import { endpointMessage } from './endpoint-message.js';
import { TEST_EVENT } from './event-types.js';
import { requireEndpoint } from './present-endpoint.js';

/**
 * POST /webhook-endpoints/{endpointId}/test: a message that tries the endpoint out, also while it is paused, whatever
 * it has subscribed to. No event is behind it: its own id stands in the place of one.
 * @throws DomainError when decided: `not_found`
 */
export function testEndpoint(endpointId: string, deliveryId: string) {
  return ((view) => {
    const { endpoint_id, url } = requireEndpoint(view, endpointId);
    const { workspaceId, now: timestamp, revision } = view;
    const sent = {
      deliveryId,
      workspaceId,
      type: TEST_EVENT,
      timestamp,
      eventId: deliveryId,
      revision: revision + 1,
    } as const;
    const nobody = { index: 0, contactId: '', callId: '', data: {} } as const;
    const event = endpointMessage({ endpoint_id, url, paused_at: null }, { ...sent, ...nobody });
    return {
      events: [event],
      answer: () => ({ status: 202, body: { ok: true as const, delivery_id: deliveryId } }),
    };
  }) satisfies Decide;
}
