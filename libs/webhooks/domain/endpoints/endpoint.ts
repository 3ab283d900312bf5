import type { Collection, DomainEvent, EventSchema, Instant, Recorded, RecordedEvent, Row } from '#kernel';
import { type SigningSecret, withCiphertexts, withNewSecret } from '#workspaces/domain';
import type { EndpointEventType } from './event-types.js';

// docs/adr/0057-events-reach-endpoints-by-a-feed.md

/** The settings of an endpoint. */
export interface EndpointSettings {
  readonly url: string;
  /** Each type once. */
  readonly event_types: readonly EndpointEventType[];
  readonly description: string | null;
}

/** An endpoint begins, with its first signing secret, sealed for its workspace. */
export type WebhookEndpointCreated = DomainEvent<
  'WebhookEndpointCreated',
  EndpointSettings & { readonly endpoint_id: string; readonly ciphertext: string }
>;
/** The settings that a PATCH changed. */
export type WebhookEndpointChanged = DomainEvent<
  'WebhookEndpointChanged',
  { readonly endpoint_id: string; readonly changes: Partial<EndpointSettings> }
>;
/** The endpoint is gone: what waits for it is cancelled. */
export type WebhookEndpointDeleted = DomainEvent<'WebhookEndpointDeleted', { readonly endpoint_id: string }>;
/** A new secret signs from now on; all earlier ones sign as well, until `previous_expire_at` at the latest. */
export type WebhookEndpointSecretRotated = DomainEvent<
  'WebhookEndpointSecretRotated',
  { readonly endpoint_id: string; readonly ciphertext: string; readonly previous_expire_at: Instant }
>;
/** The secrets are unchanged and sealed under another key: one ciphertext for each, newest first. */
export type WebhookEndpointSecretsResealed = DomainEvent<
  'WebhookEndpointSecretsResealed',
  { readonly endpoint_id: string; readonly ciphertexts: readonly string[] }
>;
/** Attempts have begun to fail, or one was successful after failures. */
export type WebhookEndpointHealthChanged = DomainEvent<
  'WebhookEndpointHealthChanged',
  {
    readonly endpoint_id: string;
    /** When the first of the failed attempts began; null: the last attempt was successful. */
    readonly failing_since: Instant | null;
  }
>;
/** Every attempt has failed for days: deliveries are held from now on. */
export type WebhookEndpointPaused = DomainEvent<
  'WebhookEndpointPaused',
  { readonly endpoint_id: string; readonly failing_since: Instant }
>;
/** A client has an endpoint that is paused sent to again. */
export type WebhookEndpointResumed = DomainEvent<'WebhookEndpointResumed', { readonly endpoint_id: string }>;

export type EndpointEvent =
  | WebhookEndpointCreated
  | WebhookEndpointChanged
  | WebhookEndpointDeleted
  | WebhookEndpointSecretRotated
  | WebhookEndpointSecretsResealed
  | WebhookEndpointHealthChanged
  | WebhookEndpointPaused
  | WebhookEndpointResumed;

export const ENDPOINT_SCHEMAS: readonly EventSchema[] = [
  { type: 'WebhookEndpointCreated', version: 1 },
  { type: 'WebhookEndpointChanged', version: 1 },
  { type: 'WebhookEndpointDeleted', version: 1 },
  { type: 'WebhookEndpointSecretRotated', version: 1 },
  { type: 'WebhookEndpointSecretsResealed', version: 1 },
  { type: 'WebhookEndpointHealthChanged', version: 1 },
  { type: 'WebhookEndpointPaused', version: 1 },
  { type: 'WebhookEndpointResumed', version: 1 },
];

/** A type of event that an endpoint wants. */
export interface Subscription {
  readonly type: EndpointEventType;
  /** Revision of the event by which it was subscribed to: events before that one are not due. */
  readonly since: number;
}

/** An endpoint of a workspace; it stays when it is deleted, without its secrets. */
export interface EndpointRow extends Row {
  readonly workspace_id: string;
  readonly endpoint_id: string;
  readonly live: 0 | 1;
  readonly url: string;
  readonly description: string | null;
  readonly subscriptions: readonly Subscription[];
  /** Newest first, without those that had expired when the newest was made. */
  readonly signing_secrets: readonly SigningSecret[];
  /** When the first of the attempts began that have failed since the last success; null: none has. */
  readonly failing_since: Instant | null;
  readonly paused_at: Instant | null;
  /** Revision of the pause; -1: it is not paused. Deliveries that were requested before are cancelled. */
  readonly paused_revision: number;
  /** Counts the changes of the settings. */
  readonly version: number;
  /** Revision of the creation: the order in which endpoints are listed. */
  readonly number: number;
  readonly created_at: Instant;
  readonly updated_at: Instant;
}

/**
 * At most {@link MAX_ENDPOINTS} of a workspace are live, so the head holds them all. `all`: the live ones of all
 * workspaces.
 */
export const WEBHOOK_ENDPOINTS: Collection<EndpointRow> = {
  name: 'webhook_endpoints',
  key: ['workspace_id', 'endpoint_id'],
  indexes: [
    { name: 'live', fields: ['workspace_id', 'live', 'number'] },
    { name: 'all', fields: ['live', 'workspace_id', 'number'] },
  ],
};

/** Live endpoints of a workspace: each multiplies the deliveries of an event (docs/reference/http-contract.md). */
export const MAX_ENDPOINTS = 20;

/** Whether an event is one of an endpoint. */
export function isEndpointEvent(event: RecordedEvent): event is Recorded<EndpointEvent> {
  return ENDPOINT_SCHEMAS.some(({ type }) => type === event.type);
}

/** The endpoint after an event of its own. */
export function evolveEndpoint(row: EndpointRow | undefined, event: Recorded<EndpointEvent>): EndpointRow | undefined {
  const { revision } = event;
  const { occurred_at: at } = event.metadata;
  switch (event.type) {
    case 'WebhookEndpointCreated':
      return created(event);
    case 'WebhookEndpointChanged': {
      const { url, event_types, description } = event.data.changes;
      return (
        row && {
          ...row,
          url: url ?? row.url,
          description: description === undefined ? row.description : description,
          subscriptions: event_types ? subscribed(row.subscriptions, event_types, revision) : row.subscriptions,
          version: row.version + 1,
          updated_at: at,
          revision,
        }
      );
    }
    case 'WebhookEndpointDeleted':
      return row && { ...row, live: 0, subscriptions: [], signing_secrets: [], updated_at: at, revision };
    case 'WebhookEndpointSecretRotated':
      return row && { ...row, signing_secrets: withNewSecret(row.signing_secrets, event.data, at), revision };
    case 'WebhookEndpointSecretsResealed':
      return row && { ...row, signing_secrets: withCiphertexts(row.signing_secrets, event.data), revision };
    case 'WebhookEndpointHealthChanged':
      return row && { ...row, failing_since: event.data.failing_since, revision };
    case 'WebhookEndpointPaused':
      return row && { ...row, paused_at: at, paused_revision: revision, revision };
    case 'WebhookEndpointResumed':
      return row && { ...row, failing_since: null, paused_at: null, paused_revision: -1, revision };
    default:
      return event satisfies never;
  }
}

function created({ metadata, revision, data }: Recorded<WebhookEndpointCreated>): EndpointRow {
  const { workspace_id, occurred_at: at } = metadata;
  const { endpoint_id, url, description, event_types, ciphertext } = data;
  return {
    workspace_id,
    endpoint_id,
    live: 1,
    url,
    description,
    subscriptions: event_types.map((type) => ({ type, since: revision })),
    signing_secrets: [{ ciphertext, created_at: at, expires_at: null }],
    failing_since: null,
    paused_at: null,
    paused_revision: -1,
    version: 1,
    number: revision,
    created_at: at,
    updated_at: at,
    revision,
  };
}

/** Subscriptions after a change: a type that stays keeps the revision from which its events are due. */
export function subscribed(
  before: readonly Subscription[],
  types: readonly EndpointEventType[],
  since: number,
): readonly Subscription[] {
  return types.map((type) => before.find((each) => each.type === type) ?? { type, since });
}
