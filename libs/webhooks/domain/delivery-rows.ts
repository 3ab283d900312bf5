import type { Collection, Instant, Recorded, RecordedEvent, Row } from '#kernel';
import {
  type Attempt,
  DELIVERY_SCHEMAS,
  type DeliveryEvent,
  type DeliveryRequested,
  type MessageType,
} from './delivery.js';

/** pending: never tried. retrying: tried without success, and to be tried again. The other three are final. */
export const DELIVERY_STATUSES = ['pending', 'delivered', 'retrying', 'exhausted', 'cancelled'] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

/**
 * A delivery. Its request is an event of the workspace's stream, its attempts are events of its own stream. `revision`
 * counts the delivery's own events: 0 is the request, n the nth event of its stream
 * (docs/adr/0017-deliveries-are-folded-by-the-one-follower.md).
 */
export interface DeliveryRow extends Row {
  readonly workspace_id: string;
  readonly delivery_id: string;
  /** The endpoint that it is sent to; '': it is sent to the URL of an outcome. */
  readonly endpoint_id: string;
  /** The action that was applied; '' of a message to an endpoint. */
  readonly outcome_id: string;
  /** '': it is about no call. */
  readonly call_id: string;
  /** Whose personal data the message has; '': that of no contact, or the request is older than this field. */
  readonly contact_id: string;
  readonly webhook_url: string;
  readonly message_type: MessageType;
  /** The body of every attempt, byte for byte; null once it was erased. */
  readonly body: string | null;
  readonly redelivery_of: string | null;
  readonly status: DeliveryStatus;
  /** Revision of the request in the workspace's stream: the order of creation. */
  readonly number: number;
  readonly created_at: Instant;
  /** Null once no further attempt follows. */
  readonly next_attempt_at: Instant | null;
  /** Every attempt: the schedule ends after ten. */
  readonly attempts: readonly Attempt[];
  /** When the message and the responses were erased; null: they were not. */
  readonly erased_at: Instant | null;
  /** The delivery's last event, which the next event names as its cause; before the first attempt the request. */
  readonly event_id: string;
  readonly correlation_id: string;
}

/**
 * Every index is in the order of creation: of the whole workspace, of an endpoint or of none, of a status with it, of
 * an outcome, of an outcome and a status, of a contact.
 */
export const DELIVERIES: Collection<DeliveryRow> = {
  name: 'deliveries',
  key: ['workspace_id', 'delivery_id'],
  ids: ['workspace_id', 'delivery_id', 'endpoint_id', 'outcome_id', 'contact_id'],
  indexes: [
    { name: 'by_number', fields: ['workspace_id', 'number'] },
    { name: 'by_endpoint', fields: ['workspace_id', 'endpoint_id', 'number'] },
    { name: 'by_status', fields: ['workspace_id', 'status', 'endpoint_id', 'number'] },
    { name: 'by_outcome', fields: ['workspace_id', 'outcome_id', 'number'] },
    { name: 'by_outcome_and_status', fields: ['workspace_id', 'outcome_id', 'status', 'number'] },
    { name: 'by_contact', fields: ['workspace_id', 'contact_id', 'number'] },
  ],
};

/**
 * The fields by which the worker chooses a delivery. They are apart from the delivery, whose body and responses take
 * kilobytes, since the worker reads many rows for the few that it attempts. `revision` is the delivery's.
 */
export interface DueDeliveryRow extends Row {
  readonly workspace_id: string;
  readonly delivery_id: string;
  /** The endpoint, or else the outcome, whose receiver it is sent to. */
  readonly receiver_id: string;
  /** Host and port of the receiver. */
  readonly host: string;
  readonly number: number;
  /** 1 while a further attempt follows. */
  readonly open: 0 | 1;
  /** When the next attempt is due; '' once none follows. */
  readonly due_at: Instant;
}

/** `due`: the to-do list of all workspaces (prefix: open), in the order of due times. */
export const DUE_DELIVERIES: Collection<DueDeliveryRow> = {
  name: 'due_deliveries',
  key: ['workspace_id', 'delivery_id'],
  ids: ['workspace_id', 'delivery_id'],
  indexes: [{ name: 'due', fields: ['open', 'due_at', 'workspace_id', 'number'] }],
};

/** Whether an event belongs to a delivery. */
export function isDeliveryEvent(event: RecordedEvent): event is Recorded<DeliveryEvent> {
  return DELIVERY_SCHEMAS.some(({ type }) => type === event.type);
}

/**
 * The position of an event in the history of its delivery: the request precedes the events of the delivery's own
 * stream.
 */
export function deliveryOrder({ type, revision }: RecordedEvent): number {
  return type === 'DeliveryRequested' ? 0 : revision + 1;
}

/** The delivery after an event of its own. */
export function evolveDelivery(row: DeliveryRow | undefined, event: Recorded<DeliveryEvent>): DeliveryRow | undefined {
  const { id: event_id } = event;
  switch (event.type) {
    case 'DeliveryRequested':
      return requested(event);
    case 'DeliveryAttempted': {
      const { attempt, delivered, next_attempt_at } = event.data;
      const status = delivered ? 'delivered' : next_attempt_at === null ? 'exhausted' : 'retrying';
      return row && { ...row, status, next_attempt_at, attempts: [...row.attempts, attempt], event_id };
    }
    case 'DeliveryCancelled':
      return row && { ...row, status: 'cancelled', next_attempt_at: null, event_id };
    case 'DeliveryErased': {
      const attempts = row?.attempts.map((attempt) => ({ ...attempt, response_body: null })) ?? [];
      return row && { ...row, body: null, attempts, erased_at: event.metadata.occurred_at, event_id };
    }
    default:
      return event satisfies never;
  }
}

function requested({ id, revision, metadata, data }: Recorded<DeliveryRequested>): DeliveryRow {
  const { workspace_id, occurred_at, correlation_id } = metadata;
  const { held, ...message } = data;
  return {
    workspace_id,
    ...message,
    endpoint_id: data.endpoint_id ?? '',
    message_type: data.message_type ?? 'outcome.applied',
    redelivery_of: data.redelivery_of ?? null,
    status: held ? 'cancelled' : 'pending',
    number: revision,
    created_at: occurred_at,
    next_attempt_at: held ? null : occurred_at,
    attempts: [],
    erased_at: null,
    event_id: id,
    correlation_id,
    revision: 0,
  };
}

/** The row of the to-do list after an event of its delivery. */
export function evolveDueDelivery(
  row: DueDeliveryRow | undefined,
  event: Recorded<DeliveryEvent>,
): DueDeliveryRow | undefined {
  switch (event.type) {
    case 'DeliveryRequested': {
      const { workspace_id, occurred_at } = event.metadata;
      const { delivery_id, outcome_id, endpoint_id: receiver_id = outcome_id, webhook_url, held } = event.data;
      // Events of the log are never refused: a text that is no URL fails when it is sent.
      const host = URL.canParse(webhook_url) ? new URL(webhook_url).host : '';
      const due = held ? ({ open: 0, due_at: '' } as const) : ({ open: 1, due_at: occurred_at } as const);
      return { workspace_id, delivery_id, receiver_id, host, number: event.revision, ...due, revision: 0 };
    }
    case 'DeliveryAttempted': {
      const { next_attempt_at: due_at } = event.data;
      return row && { ...row, open: due_at === null ? 0 : 1, due_at: due_at ?? '' };
    }
    case 'DeliveryCancelled':
      return row && { ...row, open: 0, due_at: '' };
    case 'DeliveryErased':
      return row;
    default:
      return event satisfies never;
  }
}
