import type { DomainEvent, EventSchema, Instant } from '#kernel';

/** A webhook is to be sent. `body` is the text that every attempt sends, byte for byte: its signature covers it. */
export type DeliveryRequested = DomainEvent<
  'DeliveryRequested',
  {
    readonly delivery_id: string;
    readonly outcome_id: string;
    readonly call_id: string;
    readonly webhook_url: string;
    readonly body: string;
  }
>;

export const WEBHOOKS_SCHEMAS: readonly EventSchema[] = [{ type: 'DeliveryRequested', version: 1 }];

/** What a receiver is told of an applied outcome (api.md, The webhook). Names and types are those at that moment. */
export interface AppliedOutcomeMessage {
  readonly deliveryId: string;
  readonly workspaceId: string;
  /** When the outcome was applied. */
  readonly timestamp: Instant;
  readonly outcome: { readonly outcome_id: string; readonly outcome_name: string; readonly outcome_type: string };
  readonly call: {
    readonly call_id: string;
    readonly smart_list_id: string | null;
    /** Counts the outcomes of the call from 1, so that a receiver can order them. */
    readonly sequence: number;
    readonly dispatched_at: Instant;
  };
  readonly contact: { readonly contact_id: string; readonly phone: string };
  readonly destination: {
    readonly destination_type: string;
    readonly destination_id: string | null;
    readonly destination_name: string | null;
  };
}

/** The delivery of a message, its body compact JSON with the fields of api.md in their order, and no others. */
export function deliveryRequested(webhookUrl: string, message: AppliedOutcomeMessage): DeliveryRequested {
  const { deliveryId, workspaceId, timestamp, outcome, call, contact, destination } = message;
  const body = JSON.stringify({
    type: 'outcome.applied',
    timestamp,
    delivery_id: deliveryId,
    workspace_id: workspaceId,
    outcome: {
      outcome_id: outcome.outcome_id,
      outcome_name: outcome.outcome_name,
      outcome_type: outcome.outcome_type,
    },
    call: {
      call_id: call.call_id,
      smart_list_id: call.smart_list_id,
      sequence: call.sequence,
      dispatched_at: call.dispatched_at,
    },
    contact: { contact_id: contact.contact_id, phone: contact.phone },
    destination: {
      destination_type: destination.destination_type,
      destination_id: destination.destination_id,
      destination_name: destination.destination_name,
    },
  });
  const { outcome_id } = outcome;
  return {
    type: 'DeliveryRequested',
    data: { delivery_id: deliveryId, outcome_id, call_id: call.call_id, webhook_url: webhookUrl, body },
  };
}
