import type { Collection, DomainEvent, Recorded, RecordedEvent, Row } from '#kernel';
import { type EndpointEvent, isEndpointEvent, subscribed, type Subscription } from './endpoint.js';
import type { EndpointEventType } from './event-types.js';
import { isFed, messageTypesOf } from './messages.js';

// docs/adr/0057-events-reach-endpoints-by-a-feed.md

/** The messages of events were turned into deliveries, up to a position. In the append of these deliveries. */
export type EventsForwarded = DomainEvent<
  'EventsForwarded',
  {
    /** Revision of the first event that is not, or only partly, forwarded. */
    readonly next_revision: number;
    /** How many of its messages are forwarded. */
    readonly next_index: number;
  }
>;

/**
 * What of a workspace's events is still to be turned into deliveries, on the to-do list of the worker. There is one
 * once the workspace has had an endpoint.
 */
export interface EventFeedRow extends Row {
  readonly workspace_id: string;
  /** 1 while an event waits that some endpoint subscribed to before it. */
  readonly open: 0 | 1;
  readonly endpoints: readonly { readonly endpoint_id: string; readonly subscriptions: readonly Subscription[] }[];
  readonly next_revision: number;
  readonly next_index: number;
  /** Revisions of the first and of the last event that wait; -1: none does. Between them are events of no interest. */
  readonly first_waiting: number;
  readonly last_waiting: number;
  /** The event that put it on the list, and the request behind it. */
  readonly event_id: string;
  readonly correlation_id: string;
}

/** `open`: the to-do list of all workspaces. */
export const EVENT_FEEDS: Collection<EventFeedRow> = {
  name: 'event_feeds',
  key: ['workspace_id'],
  indexes: [{ name: 'open', fields: ['open', 'workspace_id'] }],
};

/** Whether a feed may change with an event: it is one of an endpoint, of the feed, or messages are made of it. */
export function concernsFeed({ type }: RecordedEvent): boolean {
  return isFed(type) || type === 'EventsForwarded' || type.startsWith('WebhookEndpoint');
}

/** The feed after an event. */
export function evolveFeed(row: EventFeedRow | undefined, event: RecordedEvent): EventFeedRow | undefined {
  if (event.type === 'EventsForwarded') return row && forwarded(row, event as Recorded<EventsForwarded>);
  const feed = isEndpointEvent(event) ? withSubscriptions(row, event) : row;
  if (!feed) return undefined;
  const isWaiting = messageTypesOf(event).some((type) => isWanted(feed, type, event.revision));
  return isWaiting ? withWaiting(feed, event) : feed;
}

function isWanted({ endpoints }: EventFeedRow, type: EndpointEventType, revision: number): boolean {
  return endpoints.some(({ subscriptions }) =>
    subscriptions.some((each) => each.type === type && each.since < revision),
  );
}

function withWaiting(row: EventFeedRow, { id, revision, metadata }: RecordedEvent): EventFeedRow {
  if (row.open === 1) return { ...row, last_waiting: revision, revision };
  const { correlation_id } = metadata;
  const waiting = { first_waiting: revision, last_waiting: revision, event_id: id, correlation_id };
  return { ...row, open: 1, ...waiting, revision };
}

function forwarded(row: EventFeedRow, { id, revision, data, metadata }: Recorded<EventsForwarded>): EventFeedRow {
  const { next_revision, next_index } = data;
  const isDone = row.last_waiting < next_revision;
  const { correlation_id } = metadata;
  return {
    ...row,
    open: isDone ? 0 : 1,
    next_revision,
    next_index,
    first_waiting: isDone ? -1 : Math.max(row.first_waiting, next_revision),
    last_waiting: isDone ? -1 : row.last_waiting,
    event_id: id,
    correlation_id,
    revision,
  };
}

function withSubscriptions(row: EventFeedRow | undefined, event: Recorded<EndpointEvent>): EventFeedRow | undefined {
  const { revision, data } = event;
  switch (event.type) {
    case 'WebhookEndpointCreated': {
      const subscriptions = event.data.event_types.map((type) => ({ type, since: revision }));
      const feed = row ?? begun(event);
      return { ...feed, endpoints: [...feed.endpoints, { endpoint_id: data.endpoint_id, subscriptions }], revision };
    }
    case 'WebhookEndpointChanged': {
      const { event_types } = event.data.changes;
      if (!row || !event_types) return row;
      const endpoints = row.endpoints.map((each) => {
        if (each.endpoint_id !== data.endpoint_id) return each;
        return { ...each, subscriptions: subscribed(each.subscriptions, event_types, revision) };
      });
      return { ...row, endpoints, revision };
    }
    case 'WebhookEndpointDeleted': {
      const endpoints = row?.endpoints.filter(({ endpoint_id }) => endpoint_id !== data.endpoint_id);
      return row && endpoints && { ...row, endpoints, revision };
    }
    default:
      return row;
  }
}

/** The feed of a workspace with its first endpoint: what was before is of no interest. */
function begun({ id, revision, metadata }: Recorded<EndpointEvent>): EventFeedRow {
  const { workspace_id, correlation_id } = metadata;
  return {
    workspace_id,
    open: 0,
    endpoints: [],
    next_revision: revision + 1,
    next_index: 0,
    first_waiting: -1,
    last_waiting: -1,
    event_id: id,
    correlation_id,
    revision,
  };
}
