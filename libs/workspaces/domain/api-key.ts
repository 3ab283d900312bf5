import type { Collection, DomainEvent, EventSchema, Instant, Recorded, RecordedEvent, Row, Scope } from '#kernel';

/** A key was made. Its hash is stored. */
export type ApiKeyCreated = DomainEvent<
  'ApiKeyCreated',
  {
    readonly api_key_id: string;
    readonly name: string;
    readonly scopes: readonly Scope[];
    /** The first 12 characters, to tell keys apart. */
    readonly prefix: string;
    /** SHA-256 of the whole key, hex. The key itself is stored nowhere. */
    readonly hash: string;
    readonly expires_at: Instant | null;
  }
>;
/** From this event on the key is refused. */
export type ApiKeyRevoked = DomainEvent<'ApiKeyRevoked', { readonly api_key_id: string }>;
export type ApiKeyEvent = ApiKeyCreated | ApiKeyRevoked;

export const API_KEY_EVENT_SCHEMAS: readonly EventSchema[] = [
  { type: 'ApiKeyCreated', version: 1 },
  { type: 'ApiKeyRevoked', version: 1 },
];

export interface ApiKeyRow extends Row {
  readonly workspace_id: string;
  readonly api_key_id: string;
  /** Revision of its creation: the order of the list. */
  readonly number: number;
  /** 0 once revoked; an expired key is still 1. */
  readonly live: 0 | 1;
  readonly name: string;
  readonly scopes: readonly Scope[];
  readonly prefix: string;
  readonly hash: string;
  readonly created_at: Instant;
  readonly expires_at: Instant | null;
  readonly revoked_at: Instant | null;
}

export const API_KEYS: Collection<ApiKeyRow> = {
  name: 'api_keys',
  key: ['workspace_id', 'api_key_id'],
  indexes: [
    { name: 'live', fields: ['workspace_id', 'live', 'number'] },
    { name: 'by_hash', fields: ['hash'] },
    { name: 'by_number', fields: ['workspace_id', 'number'] },
  ],
};

/** When a key was last used. No event feeds this row: it is written beside the log, and lost with the read model. */
export interface ApiKeyUsageRow extends Row {
  readonly workspace_id: string;
  readonly api_key_id: string;
  readonly last_used_at: Instant;
}

export const API_KEY_USAGE: Collection<ApiKeyUsageRow> = {
  name: 'api_key_usage',
  key: ['workspace_id', 'api_key_id'],
  indexes: [],
};

/** Takes the place of a key's id in a mark: all keys of a deleted workspace. */
export const ALL_KEYS = '';

/**
 * A mark that a key was revoked, written beside the log before the revocation is answered while the rows do not show
 * it: processes judge a key by its row and by its mark. Marks are never dropped, as rows of keys are not.
 */
export interface RevokedApiKeyRow extends Row {
  readonly workspace_id: string;
  readonly api_key_id: string;
}

export const REVOKED_API_KEYS: Collection<RevokedApiKeyRow> = {
  name: 'revoked_api_keys',
  key: ['workspace_id', 'api_key_id'],
  indexes: [],
};

/** Whether an event is one of this file's. */
export function isApiKeyEvent(event: RecordedEvent): event is Recorded<ApiKeyEvent> {
  return API_KEY_EVENT_SCHEMAS.some(({ type }) => type === event.type);
}

/** The key after an event of its own. */
export function evolveApiKey(row: ApiKeyRow | undefined, event: Recorded<ApiKeyEvent>): ApiKeyRow | undefined {
  const { revision } = event;
  const { workspace_id, occurred_at: at } = event.metadata;
  switch (event.type) {
    case 'ApiKeyCreated':
      return { ...event.data, workspace_id, number: revision, live: 1, created_at: at, revoked_at: null, revision };
    case 'ApiKeyRevoked':
      return row && { ...row, live: 0, revoked_at: at, revision };
    default:
      return event satisfies never;
  }
}

/** Whether the key has expired at this instant. Revocation is separate: revoked keys are not live. */
export function isExpired(key: Pick<ApiKeyRow, 'expires_at'>, at: Instant): boolean {
  return key.expires_at !== null && key.expires_at <= at;
}

/** A key as the admin routes show it (docs/reference/http-contract.md#admin-routes): never its hash. */
export function presentApiKey(row: ApiKeyRow, lastUsedAt: Instant | null) {
  return {
    api_key_id: row.api_key_id,
    name: row.name,
    prefix: row.prefix,
    scopes: [...row.scopes],
    created_at: row.created_at,
    expires_at: row.expires_at,
    revoked_at: row.revoked_at,
    last_used_at: lastUsedAt,
  };
}
