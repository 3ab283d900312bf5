import type { Decide, RecordedEvent, WorkspaceView } from '#kernel';
import { ERASURES, isBeforeErasure, liveContact } from '#contacts/domain';
import type { DeliveryRequested } from '../delivery.js';
import { type EndpointRow, WEBHOOK_ENDPOINTS } from './endpoint.js';
import { endpointMessage } from './endpoint-message.js';
import { EVENT_FEEDS, type EventFeedRow, type EventsForwarded } from './feed.js';
import { type EventMessage, messagesOf } from './messages.js';

// docs/adr/0057-events-reach-endpoints-by-a-feed.md

/** Deliveries of one append. */
export const FORWARDED_AT_ONCE = 200;
/**
 * Characters of their URLs and bodies. One has at most four bytes, and sealed a third more, so an append stays within
 * 640 KiB.
 */
const MOST_CHARACTERS = 100_000;

/** Events that are to be forwarded, as the log has them. */
export interface FedEvents {
  /** Those of which messages can be made, in their order; among them all that the feed waits for up to `next`. */
  readonly events: readonly RecordedEvent[];
  /** Revision behind the last event that was read. */
  readonly next: number;
}

/** A message with its event. */
interface NumberedMessage extends EventMessage {
  readonly event: RecordedEvent;
  readonly index: number;
}

/**
 * The next events of a feed as deliveries, one for each endpoint that subscribed to their type before them, and how far
 * they go. No event where another process has forwarded them. It may be repeated: what is forwarded is passed over.
 * Messages about contacts that were erased since are left out.
 * @param deliveryIds {@link FORWARDED_AT_ONCE} ids: an append has no more deliveries
 */
export function forwardEvents({ events, next }: FedEvents, deliveryIds: readonly string[]): Decide {
  return (view) => {
    const answer = () => ({ status: 200, body: { ok: true } });
    const [feed] = view.rows(EVENT_FEEDS, [[view.workspaceId]]);
    if (!feed || feed.open === 0 || feed.next_revision >= next) return { events: [], answer };
    const { requests, end } = requestsOf(view, waiting(feed, events), deliveryIds);
    const [next_revision, next_index] = end ? [end.event.revision, end.index] : [next, 0];
    const forwarded: EventsForwarded = { type: 'EventsForwarded', data: { next_revision, next_index } };
    return { events: [...requests, forwarded], answer };
  };
}

function waiting(
  { next_revision, next_index }: EventFeedRow,
  events: readonly RecordedEvent[],
): readonly NumberedMessage[] {
  return events
    .filter(({ revision }) => revision >= next_revision)
    .flatMap((event) => messagesOf(event).map((message, index) => ({ ...message, event, index })))
    .filter(({ event, index }) => event.revision > next_revision || index >= next_index);
}

/** @returns the deliveries, and the first message that had no room among them; undefined: all had */
function requestsOf(view: WorkspaceView, messages: readonly NumberedMessage[], deliveryIds: readonly string[]) {
  const endpoints = [...view.resident(WEBHOOK_ENDPOINTS).values()].sort((a, b) => a.number - b.number);
  const tellable = notErased(view, messages);
  const requests: DeliveryRequested[] = [];
  let characters = 0;
  for (const message of messages) {
    if (!tellable.has(message)) continue;
    const due = endpoints.filter((endpoint) => isDue(endpoint, message));
    const of = due.map((endpoint, i) => requestOf(view, endpoint, message, deliveryIds[requests.length + i] ?? ''));
    characters += of.reduce((sum, { data }) => sum + data.webhook_url.length + data.body.length, 0);
    const isFull = requests.length + of.length > deliveryIds.length || characters > MOST_CHARACTERS;
    // The first message always has room: else nothing would ever be forwarded.
    if (isFull && requests.length > 0) return { requests, end: message };
    requests.push(...of);
  }
  return { requests, end: undefined };
}

function isDue({ endpoint_id, subscriptions }: EndpointRow, { type, except, event }: NumberedMessage): boolean {
  if (endpoint_id === except) return false;
  return subscriptions.some((each) => each.type === type && each.since < event.revision);
}

function requestOf(view: WorkspaceView, endpoint: EndpointRow, message: NumberedMessage, deliveryId: string) {
  const { event, index, type, contactId, callId, data } = message;
  const { id: eventId, revision, metadata } = event;
  const sent = { deliveryId, workspaceId: view.workspaceId, type, timestamp: metadata.occurred_at, eventId };
  return endpointMessage(endpoint, { ...sent, revision, index, contactId, callId, data });
}

/** The messages about nobody, or about contacts that were not erased since. */
function notErased(view: WorkspaceView, messages: readonly NumberedMessage[]): ReadonlySet<NumberedMessage> {
  const ids = [...new Set(messages.map(({ contactId }) => contactId).filter((id) => id !== ''))];
  const rows = view.rows(
    ERASURES,
    ids.map((id) => [view.workspaceId, id]),
  );
  const erasures = new Map(ids.map((id, i) => [id, rows[i]]));
  return new Set(
    messages.filter(({ contactId, event }) => {
      const erasure = erasures.get(contactId);
      if (!erasure || erasure.erased_revision < 0) return true;
      // After an erasure a contact is known again only once it was imported again.
      return !isBeforeErasure(event.revision, erasure) && liveContact(view, contactId) !== undefined;
    }),
  );
}
