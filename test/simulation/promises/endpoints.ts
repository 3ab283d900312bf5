import type { Judge } from '../world.js';
import { type ModelEvent, naming } from './model/events.js';
import { workspaceOf } from './replay.js';

/** The worker that turns events into deliveries. */
const FEEDS = 'event_feeds';

/** A message that an event makes, and the endpoint that does not get it. */
interface Message {
  readonly revision: number;
  readonly index: number;
  readonly eventId: string;
  readonly type: string;
  readonly contactId: string;
  readonly except: string;
}

/**
 * Each event reaches, once, every endpoint that subscribed to its type before it, in the order of the stream, and no
 * other endpoint; messages about a contact that was erased since are left out
 * (docs/reference/http-contract.md#webhook-endpoints).
 */
export const eventsReachWhoSubscribed: Judge = ({ events }) => {
  const feeds = new Map<string, Feed>();
  return (events as readonly ModelEvent[]).flatMap((event) => {
    const workspaceId = workspaceOf(event.stream);
    if (workspaceId === undefined) return [];
    const feed = feeds.get(workspaceId) ?? new Feed();
    feeds.set(workspaceId, feed);
    return feed.judge(event);
  });
};

/** What a workspace's stream says of its endpoints, and what of its events is to be forwarded. */
class Feed {
  /** The types of each endpoint, with the revision since which it is told of them. */
  private readonly endpoints = new Map<string, ReadonlyMap<string, number>>();
  private readonly erased = new Map<string, number>();
  private readonly live = new Set<string>();
  private messages: Message[] = [];
  private requested: string[] = [];

  judge(event: ModelEvent): readonly string[] {
    this.messages.push(...messagesOf(event));
    switch (event.type) {
      case 'WebhookEndpointCreated':
      case 'WebhookEndpointChanged':
        this.subscribe(event);
        return [];
      case 'WebhookEndpointDeleted':
        this.endpoints.delete(event.data.endpoint_id);
        return [];
      case 'ContactImported':
        this.live.add(event.data.contact_id);
        return [];
      case 'ContactDeleted':
        this.live.delete(event.data.contact_id);
        return [];
      case 'ContactErased':
        this.erased.set(event.data.contact_id, event.revision);
        return [];
      case 'DeliveryRequested': {
        if (event.metadata.actor.id !== FEEDS) return [];
        const { event_id, index, type } = JSON.parse(event.data.body) as Readonly<Record<string, string>>;
        this.requested.push(`${event.data.endpoint_id} ${event_id} ${index} ${type}`);
        return [];
      }
      case 'EventsForwarded':
        return this.judgeForwarded(event);
      default:
        return [];
    }
  }

  private subscribe(event: Extract<ModelEvent, { type: 'WebhookEndpointCreated' | 'WebhookEndpointChanged' }>): void {
    const { endpoint_id } = event.data;
    const types = event.type === 'WebhookEndpointCreated' ? event.data.event_types : event.data.changes.event_types;
    if (!types) return;
    const before = this.endpoints.get(endpoint_id);
    this.endpoints.set(endpoint_id, new Map(types.map((type) => [type, before?.get(type) ?? event.revision])));
  }

  private judgeForwarded(event: Extract<ModelEvent, { type: 'EventsForwarded' }>): readonly string[] {
    const { next_revision, next_index } = event.data;
    const isForwarded = ({ revision, index }: Message): boolean =>
      revision < next_revision || (revision === next_revision && index < next_index);
    const due = this.messages.filter(isForwarded).flatMap((message) => this.dueOf(message));
    const found = this.requested;
    this.messages = this.messages.filter((message) => !isForwarded(message));
    this.requested = [];
    if (found.join() === due.join()) return [];
    return [`${naming(event)}: requested is [${found.join(', ')}], and should be [${due.join(', ')}]`];
  }

  private dueOf({ revision, index, eventId, type, contactId, except }: Message): readonly string[] {
    const erasedAt = this.erased.get(contactId);
    if (erasedAt !== undefined && (revision < erasedAt || !this.live.has(contactId))) return [];
    return [...this.endpoints].flatMap(([id, types]) =>
      id !== except && (types.get(type) ?? Infinity) < revision ? [`${id} ${eventId} ${index} ${type}`] : [],
    );
  }
}

function messagesOf(event: ModelEvent): readonly Message[] {
  const { id: eventId, revision } = event;
  const one = (type: string, contactId: string, except = ''): readonly Message[] => [
    { revision, index: 0, eventId, type, contactId, except },
  ];
  switch (event.type) {
    case 'CallDispatched':
      return one('call.dispatched', event.data.contact_id);
    case 'CallEnded':
      return one(event.data.result === 'lost' ? 'call.lost' : 'call.ended', event.data.contact_id);
    case 'CallCompleted':
      return [
        ...one('call.completed', event.data.contact_id),
        ...(event.data.exhausted ? one('member.exhausted', event.data.contact_id) : []),
      ].map((message, index) => ({ ...message, index }));
    case 'OutcomeApplied':
      return one('outcome.applied', event.data.contact_id);
    case 'ListDrained':
      return one('list.drained', '');
    case 'CallbackDue':
      return one('callback.due', event.data.contact_id);
    case 'DoNotCallAdded':
      return one('do_not_call.added', event.data.contact_id ?? '');
    case 'ImportFinished':
      return one('import.finished', '');
    case 'WebhookEndpointPaused':
      return one('endpoint.paused', '', event.data.endpoint_id);
    case 'MemberRemoved':
      if (!event.data.reason.startsWith('moved_by_')) return [];
      return event.data.contacts
        .flatMap(({ contact_id, lists }) => lists.map(() => contact_id))
        .map((contactId, index) => ({ revision, index, eventId, type: 'member.moved', contactId, except: '' }));
    default:
      return [];
  }
}

/** A delivery is cancelled for the sake of its endpoint only where that was deleted, or paused after its request. */
export const cancelsFollowTheirEndpoint: Judge = ({ events }) => {
  const ends = new Map<string, number>();
  const requested = new Map<string, { readonly endpoint: string; readonly index: number }>();
  return (events as readonly ModelEvent[]).flatMap((event, index) => {
    switch (event.type) {
      case 'WebhookEndpointDeleted':
        ends.set(`endpoint_deleted ${event.data.endpoint_id}`, index);
        return [];
      case 'WebhookEndpointPaused':
        ends.set(`endpoint_paused ${event.data.endpoint_id}`, index);
        return [];
      case 'DeliveryRequested':
        requested.set(event.data.delivery_id, { endpoint: event.data.endpoint_id ?? '', index });
        return [];
      case 'DeliveryCancelled': {
        const { delivery_id, reason } = event.data;
        if (!reason.startsWith('endpoint_')) return [];
        const delivery = requested.get(delivery_id);
        const end = ends.get(`${reason} ${delivery?.endpoint}`) ?? -1;
        const isRight = end >= 0 && (reason === 'endpoint_deleted' || end > delivery!.index);
        return isRight ? [] : [`${naming(event)}: its endpoint was not`];
      }
      default:
        return [];
    }
  });
};
