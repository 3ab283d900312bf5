import type { Projection } from '#kernel';
import {
  concernsFeed,
  type EndpointRow,
  EVENT_FEEDS,
  type EventFeedRow,
  evolveEndpoint,
  evolveFeed,
  isEndpointEvent,
  WEBHOOK_ENDPOINTS,
} from '../domain/index.js';

/** The endpoints of a workspace; the head holds all that are not deleted. */
export const endpointsProjection: Projection<EndpointRow> = {
  collection: WEBHOOK_ENDPOINTS,
  version: 1,
  keys: (event) => (isEndpointEvent(event) ? [[event.metadata.workspace_id, event.data.endpoint_id]] : []),
  evolve: (row, event) => (isEndpointEvent(event) ? evolveEndpoint(row, event) : row),
  resident: { liveIndex: 'live', isLive: ({ live }) => live === 1 },
};

/** What of a workspace's events is still to be turned into deliveries. */
export const eventFeedsProjection: Projection<EventFeedRow> = {
  collection: EVENT_FEEDS,
  version: 1,
  keys: (event) => (concernsFeed(event) ? [[event.metadata.workspace_id]] : []),
  evolve: (row, event) => evolveFeed(row, event),
};
