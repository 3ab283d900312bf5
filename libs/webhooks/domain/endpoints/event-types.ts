// docs/adr/0057-events-reach-endpoints-by-a-feed.md

/** The events of a workspace that an endpoint may subscribe to (docs/reference/http-contract.md#webhook-endpoints). */
export const ENDPOINT_EVENT_TYPES = [
  'call.dispatched',
  'call.ended',
  'call.lost',
  'call.completed',
  'outcome.applied',
  'member.exhausted',
  'member.moved',
  'list.drained',
  'callback.due',
  'do_not_call.added',
  'import.finished',
  'endpoint.paused',
] as const;
export type EndpointEventType = (typeof ENDPOINT_EVENT_TYPES)[number];

/** The message by which an endpoint is tried out; it is sent on request, whatever the endpoint has subscribed to. */
export const TEST_EVENT = 'endpoint.test';
