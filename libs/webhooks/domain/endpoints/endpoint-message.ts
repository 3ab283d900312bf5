import type { Instant, JsonObject } from '#kernel';
import type { DeliveryRequested, MessageType } from '../delivery.js';
import type { EndpointRow } from './endpoint.js';

/** The content of a message to an endpoint (docs/reference/http-contract.md#webhook-endpoints). */
export interface EndpointMessage {
  readonly deliveryId: string;
  readonly workspaceId: string;
  readonly type: MessageType;
  /** When the event occurred. */
  readonly timestamp: Instant;
  readonly eventId: string;
  /** Of the event in the stream of the workspace: the order of messages. */
  readonly revision: number;
  /** The place of the message among those of one event. */
  readonly index: number;
  /** Whom it is about; '': nobody. */
  readonly contactId: string;
  /** '': it is about no call. */
  readonly callId: string;
  readonly data: JsonObject;
}

/**
 * The delivery of a message to an endpoint; of an endpoint that is paused, it is held. Its body is compact JSON with
 * exactly these fields, in their order.
 */
export function endpointMessage(
  { endpoint_id, url, paused_at }: Pick<EndpointRow, 'endpoint_id' | 'url' | 'paused_at'>,
  { deliveryId, workspaceId, type, timestamp, eventId, revision, index, contactId, callId, data }: EndpointMessage,
) {
  const body = JSON.stringify({
    type,
    timestamp,
    delivery_id: deliveryId,
    workspace_id: workspaceId,
    endpoint_id,
    event_id: eventId,
    revision,
    index,
    data,
  });
  return {
    type: 'DeliveryRequested',
    data: {
      delivery_id: deliveryId,
      outcome_id: '',
      call_id: callId,
      contact_id: contactId,
      webhook_url: url,
      message_type: type,
      body,
      endpoint_id,
      ...(paused_at !== null && { held: true as const }),
    },
  } satisfies DeliveryRequested;
}
