import type { Instant } from '#kernel';
import type { DeliveryRequested } from './delivery.js';
import type { DeliveryRow } from './delivery-rows.js';

/** A receiver that was sent messages about a contact, as the last one of them names it. */
export type ToldReceiver = Pick<DeliveryRow, 'webhook_url' | 'endpoint_id' | 'outcome_id' | 'call_id' | 'number'>;

/** The content of a webhook about an erased contact (docs/reference/http-contract.md). */
export interface ContactErasedMessage {
  readonly deliveryId: string;
  readonly workspaceId: string;
  readonly contactId: string;
  readonly erasedAt: Instant;
}

/**
 * The receivers of messages about a contact: the URLs of outcomes, each once, and endpoints, each with its last
 * delivery, in the order of these. A receiver counts whether or not an attempt is recorded: a process may have sent the
 * message, and ended before it recorded that.
 */
export class ToldReceivers {
  private readonly byReceiver = new Map<string, ToldReceiver>();

  /** @param deliveries about the contact; those of all calls together in the order of creation */
  add(deliveries: readonly ToldReceiver[]): void {
    for (const { webhook_url, endpoint_id, outcome_id, call_id, number } of deliveries) {
      const receiver = `${endpoint_id} ${webhook_url}`;
      this.byReceiver.delete(receiver);
      this.byReceiver.set(receiver, { webhook_url, endpoint_id, outcome_id, call_id, number });
    }
  }

  all(): readonly ToldReceiver[] {
    return [...this.byReceiver.values()];
  }
}

/**
 * The delivery by which a receiver is told that a contact was erased, so that it erases what it was told before. It
 * names no contact of its own: it has nothing personal, so neither this erasure nor a later one of the same contact
 * ends it.
 */
export function contactErasedRequested(
  { webhook_url, endpoint_id, outcome_id, call_id }: ToldReceiver,
  { deliveryId, workspaceId, contactId, erasedAt }: ContactErasedMessage,
) {
  const body = JSON.stringify({
    type: 'contact.erased',
    timestamp: erasedAt,
    delivery_id: deliveryId,
    workspace_id: workspaceId,
    contact: { contact_id: contactId, erased_at: erasedAt },
  });
  return {
    type: 'DeliveryRequested',
    data: {
      delivery_id: deliveryId,
      outcome_id,
      call_id,
      contact_id: '',
      webhook_url,
      message_type: 'contact.erased',
      body,
      ...(endpoint_id !== '' && { endpoint_id }),
    },
  } satisfies DeliveryRequested;
}
