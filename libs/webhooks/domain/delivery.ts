import {
  contactSubject,
  daySubject,
  type DomainEvent,
  type EventSchema,
  type Instant,
  type PersonalFields,
} from '#kernel';
import type { UseCounting } from '#workspaces/domain';
import { ENDPOINT_SCHEMAS } from './endpoints/endpoint.js';
import { ENDPOINT_EVENT_TYPES, TEST_EVENT } from './endpoints/event-types.js';

/** The messages to the URLs of outcomes; each has a body of its own. */
export const OUTCOME_MESSAGE_TYPES = ['outcome.applied', 'contact.erased'] as const;
export type OutcomeMessageType = (typeof OUTCOME_MESSAGE_TYPES)[number];

/** The messages to endpoints. */
export const ENDPOINT_MESSAGE_TYPES = [...ENDPOINT_EVENT_TYPES, 'contact.erased', TEST_EVENT] as const;
export type EndpointMessageType = (typeof ENDPOINT_MESSAGE_TYPES)[number];

/** What a message tells its receiver. */
export type MessageType = OutcomeMessageType | EndpointMessageType;

/** A webhook is to be sent. */
export type DeliveryRequested = DomainEvent<
  'DeliveryRequested',
  {
    readonly delivery_id: string;
    /** The action that was applied; '' of a message to an endpoint. */
    readonly outcome_id: string;
    /** The call that it is about; '': it is about none. */
    readonly call_id: string;
    /**
     * Whose personal data the message has: it is erased with this contact. '' where it has that of no contact, as in
     * `contact.erased`, and in events that are older than this field.
     */
    readonly contact_id: string;
    readonly webhook_url: string;
    /** The type of the message; absent from `outcome.applied` to the URL of an outcome. */
    readonly message_type?: MessageType;
    /** The endpoint that it is sent to; absent of a message to the URL of an outcome. */
    readonly endpoint_id?: string;
    /** The endpoint is paused: it is cancelled from the start, and kept to be sent again. Absent: it is sent. */
    readonly held?: true;
    /** Sent by every attempt byte for byte: its signature covers it. Null once it was erased. */
    readonly body: string | null;
    /** The id of the delivery that this one repeats; absent from a first delivery. */
    readonly redelivery_of?: string;
  }
>;

/**
 * An attempt was made, and its consequence was decided at the same time. An event of the delivery's own stream, like
 * `DeliveryCancelled`.
 */
export type DeliveryAttempted = DomainEvent<
  'DeliveryAttempted',
  {
    readonly delivery_id: string;
    readonly attempt: Attempt;
    /** The receiver accepted it with a 2xx. */
    readonly delivered: boolean;
    /** The time of the next attempt; null where none follows. */
    readonly next_attempt_at: Instant | null;
  }
>;

/** No further attempt follows, whatever the schedule says. */
export type DeliveryCancelled = DomainEvent<
  'DeliveryCancelled',
  {
    readonly delivery_id: string;
    /**
     * gone: the receiver answered 410, so it never wants the delivery. erased: its contact was erased. expired: its
     * message is kept no longer. skipped: it was parked, and an operator has decided that it is not sent.
     * endpoint_deleted, endpoint_paused: its endpoint was, after it was requested.
     */
    readonly reason: 'gone' | 'erased' | 'expired' | 'skipped' | 'endpoint_deleted' | 'endpoint_paused';
  }
>;

/** The contact was erased: the message and the responses to it are no longer shown. The last event of its stream. */
export type DeliveryErased = DomainEvent<'DeliveryErased', { readonly delivery_id: string }>;

export type DeliveryEvent = DeliveryRequested | DeliveryAttempted | DeliveryCancelled | DeliveryErased;

/** One attempt, as GET /webhook-deliveries shows it. */
export interface Attempt {
  /** When it began. */
  readonly at: Instant;
  /** Of the response; null where there was none. */
  readonly status: number | null;
  readonly duration_ms: number;
  /** The address of the receiver; null where no socket was opened. */
  readonly resolved_ip: string | null;
  /** The beginning of the body, at most 4 KiB; null without a response, and once it was erased. */
  readonly response_body: string | null;
  /** The failure; null where the receiver answered. */
  readonly error: string | null;
}

/**
 * Whether a message is personal: it ends by its age, and with its contact if it has one. `do_not_call.added` has a
 * number, also where no contact had it. Any other message that is about no contact, such as `contact.erased`, has
 * nothing personal.
 */
export function isPersonalMessage({
  contact_id,
  message_type,
}: Pick<DeliveryRequested['data'], 'contact_id' | 'message_type'>): boolean {
  return contact_id !== '' || message_type === 'do_not_call.added';
}

/** The message, under the key of the day on which it was requested and that of its contact, if it has one. */
const MESSAGE: PersonalFields = {
  fields: ['body'],
  subjects: ({ data, metadata }) => {
    const message = data as DeliveryRequested['data'];
    if (!isPersonalMessage(message)) return [];
    const { contact_id } = message;
    const day = daySubject('deliveries', metadata.occurred_at);
    return contact_id === '' ? [day] : [contactSubject(contact_id), day];
  },
};

/** A receiver's answer may repeat the message, or tell more of the person. */
const RESPONSE: PersonalFields = {
  fields: ['attempt.response_body'],
  subjects: ({ metadata }) => [daySubject('responses', metadata.occurred_at)],
};

/** The events of a delivery. */
export const DELIVERY_SCHEMAS: readonly EventSchema[] = [
  {
    type: 'DeliveryRequested',
    version: 2,
    personal: MESSAGE,
    upcasts: { 1: (data) => ({ ...data, contact_id: '' }) },
  },
  { type: 'DeliveryAttempted', version: 1, personal: RESPONSE },
  { type: 'DeliveryCancelled', version: 1 },
  { type: 'DeliveryErased', version: 1 },
];

/** All events of this slice. */
export const WEBHOOKS_SCHEMAS: readonly EventSchema[] = [
  ...DELIVERY_SCHEMAS,
  ...ENDPOINT_SCHEMAS,
  { type: 'EventsForwarded', version: 1 },
];

/** The version with which an event of a delivery's own stream is written. */
export function deliverySchemaVersion({ type }: DeliveryEvent): number {
  return DELIVERY_SCHEMAS.find((schema) => schema.type === type)!.version;
}

/**
 * Counts the deliveries that a workspace has ever requested, except those by which receivers are first told of an
 * erasure: a workspace at its quota must be able to complete it.
 */
export const DELIVERY_USE: UseCounting = {
  resource: 'deliveries_requested',
  steps: {
    DeliveryRequested: ({ message_type, redelivery_of }: DeliveryRequested['data']) =>
      message_type === 'contact.erased' && redelivery_of === undefined ? 0 : 1,
  },
};

/** The prefix all streams of deliveries share, for `follow`. */
export const DELIVERY_STREAMS = 'delivery-';

/** The stream of a delivery's attempts. */
export function deliveryStream(deliveryId: string): string {
  return `${DELIVERY_STREAMS}${deliveryId}`;
}

/**
 * The content of a webhook about an applied outcome (docs/reference/http-contract.md). Names and types are those of
 * that moment.
 */
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
    /** What a client keeps with the call; null: nothing. */
    readonly agent_id: string | null;
    readonly reference: string | null;
    readonly notes: string | null;
    readonly duration_seconds: number | null;
    readonly recording_url: string | null;
  };
  readonly contact: { readonly contact_id: string; readonly phone: string | null };
  readonly destination: {
    readonly destination_type: string;
    readonly destination_id: string | null;
    readonly destination_name: string | null;
  };
}

/**
 * The delivery of a message. Its body is compact JSON with exactly the fields of docs/reference/http-contract.md, in
 * their order.
 */
export function deliveryRequested(webhookUrl: string, message: AppliedOutcomeMessage) {
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
      agent_id: call.agent_id,
      reference: call.reference,
      notes: call.notes,
      duration_seconds: call.duration_seconds,
      recording_url: call.recording_url,
    },
    contact: { contact_id: contact.contact_id, phone: contact.phone },
    destination: {
      destination_type: destination.destination_type,
      destination_id: destination.destination_id,
      destination_name: destination.destination_name,
    },
  });
  return {
    type: 'DeliveryRequested',
    data: {
      delivery_id: deliveryId,
      outcome_id: outcome.outcome_id,
      call_id: call.call_id,
      contact_id: contact.contact_id,
      webhook_url: webhookUrl,
      body,
    },
  } satisfies DeliveryRequested;
}
