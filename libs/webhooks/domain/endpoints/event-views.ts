import { type EventViews, subjectsOf } from '#kernel';
import type { EndpointEvent } from './endpoint.js';
import type { EventsForwarded } from './feed.js';

/** Endpoints are settings of their workspace. */
const ofWorkspace = (_data: object, workspaceId: string) => subjectsOf('workspace', workspaceId);

/** How GET /events shows the events of endpoints and of their feed: never a secret. */
export const ENDPOINT_EVENT_VIEWS: EventViews<EndpointEvent | EventsForwarded> = {
  WebhookEndpointCreated: {
    shows: { endpoint_id: true, url: true, event_types: true, description: true, ciphertext: false },
    subjects: ofWorkspace,
  },
  WebhookEndpointChanged: { shows: { endpoint_id: true, changes: true }, subjects: ofWorkspace },
  WebhookEndpointDeleted: { shows: { endpoint_id: true }, subjects: ofWorkspace },
  WebhookEndpointSecretRotated: {
    shows: { endpoint_id: true, ciphertext: false, previous_expire_at: true },
    subjects: ofWorkspace,
  },
  WebhookEndpointSecretsResealed: { shows: { endpoint_id: true, ciphertexts: false }, subjects: ofWorkspace },
  WebhookEndpointHealthChanged: { shows: { endpoint_id: true, failing_since: true }, subjects: ofWorkspace },
  WebhookEndpointPaused: { shows: { endpoint_id: true, failing_since: true }, subjects: ofWorkspace },
  WebhookEndpointResumed: { shows: { endpoint_id: true }, subjects: ofWorkspace },
  EventsForwarded: { shows: { next_revision: true, next_index: true }, subjects: ofWorkspace },
};
