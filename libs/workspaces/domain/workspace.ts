import type { Collection, Day, DomainEvent, EventSchema, Instant, Recorded, RecordedEvent, Row } from '#kernel';
import { areWritesPaused, isArriving, type WorkspaceArrivalBegun } from './arrival.js';
import { NUMBER_KEY_SCHEMA, type NumberKeyMade } from './number-key.js';
import type { DialingPaused, DialingResumed } from './pause-dialing.js';
import type { PersonalDataExpired } from './personal-data-expired.js';
import { QUOTA_DEFAULTS } from './quotas.js';
import { type AttributeSlots, type SearchableAttributesChanged, searchableNames } from './searchable-attributes.js';
import {
  type SigningSecret,
  type SigningSecretRotated,
  type SigningSecretsResealed,
  withCiphertexts,
  withNewSecret,
} from './signing-secret.js';
import {
  withChanges,
  WORKSPACE_DEFAULTS,
  type WorkspaceChanges,
  type WorkspaceSettings,
} from './workspace-settings.js';

/**
 * All settings are written out, so that a later default changes no existing workspace. `quotas` is absent from events
 * that are older than quotas, the days from those that are older than retention, the windows from those that are older
 * than limits of a contact, the calling hours from those that are older than these, and the pause of writes from those
 * that are older than it: optional fields, so that a process of an older version can still read the events of this one.
 */
export type WorkspaceCreated = DomainEvent<
  'WorkspaceCreated',
  Omit<WorkspaceSettings, AddedLater> & Partial<Pick<WorkspaceSettings, AddedLater>>
>;
type AddedLater =
  'quotas' | 'calls_keep_days' | 'deliveries_keep_days' | 'contact_windows' | 'calling_hours_id' | 'writes_paused';
/** The settings that a PATCH changed, merged field by field. */
export type WorkspaceChanged = DomainEvent<
  'WorkspaceChanged',
  {
    readonly changes: WorkspaceChanges;
    /** The arrival of the workspace that ends with this change. */
    readonly arrival_id?: string;
  }
>;
/** The workspace no longer exists: the last event of its stream. Its rows are dropped, the log is not. */
export type WorkspaceDeleted = DomainEvent<'WorkspaceDeleted', object>;
export type WorkspaceEvent =
  | WorkspaceArrivalBegun
  | WorkspaceCreated
  | WorkspaceChanged
  | SearchableAttributesChanged
  | SigningSecretRotated
  | SigningSecretsResealed
  | PersonalDataExpired
  | DialingPaused
  | DialingResumed
  | NumberKeyMade
  | WorkspaceDeleted;

export const WORKSPACE_EVENT_SCHEMAS: readonly EventSchema[] = [
  { type: 'WorkspaceArrivalBegun', version: 1 },
  { type: 'WorkspaceCreated', version: 1 },
  { type: 'WorkspaceChanged', version: 1 },
  { type: 'SearchableAttributesChanged', version: 1 },
  { type: 'SigningSecretRotated', version: 1 },
  { type: 'SigningSecretsResealed', version: 1 },
  { type: 'PersonalDataExpired', version: 1 },
  { type: 'DialingPaused', version: 1 },
  { type: 'DialingResumed', version: 1 },
  NUMBER_KEY_SCHEMA,
  { type: 'WorkspaceDeleted', version: 1 },
];

export interface WorkspaceRow extends Row, WorkspaceSettings {
  readonly workspace_id: string;
  /**
   * 0 once deleted. This row stays, without name and secrets: it tells a deleted workspace from one that never existed.
   * Also 0 while none of its events has arrived from another service yet; `arrival_id` tells which.
   */
  readonly live: 0 | 1;
  /**
   * 1 from the deletion until the other rows of the workspace are dropped: the to-do list of the worker that drops
   * them.
   */
  readonly rows_left: 0 | 1;
  /** Newest first, without those that had expired when the newest was made. */
  readonly signing_secrets: readonly SigningSecret[];
  readonly created_at: Instant;
  readonly updated_at: Instant;
  /** The calls, and the deliveries, of days before these have no personal data any more; null: none of them. */
  readonly calls_expired_before: Day | null;
  readonly deliveries_expired_before: Day | null;
  /** Since when dialing is paused; null: it is not. */
  readonly dialing_paused_at: Instant | null;
  /** The key under which its numbers are hashed; null: none was hashed yet. */
  readonly number_key: string | null;
  /** The attributes by which its contacts are found. */
  readonly attribute_slots: AttributeSlots;
  /** The arrival under way: its log is being copied here; null: it is not. */
  readonly arrival_id: string | null;
}

export const WORKSPACES: Collection<WorkspaceRow> = {
  name: 'workspaces',
  key: ['workspace_id'],
  indexes: [
    { name: 'by_creation', fields: ['live', 'created_at', 'workspace_id'] },
    { name: 'to_drop', fields: ['rows_left', 'workspace_id'] },
    { name: 'live', fields: ['workspace_id', 'live'] },
  ],
};

/** Whether an event is one of this file's. */
export function isWorkspaceEvent(event: RecordedEvent): event is Recorded<WorkspaceEvent> {
  return WORKSPACE_EVENT_SCHEMAS.some(({ type }) => type === event.type);
}

/** The workspace after an event of its own. */
export function evolveWorkspace(
  row: WorkspaceRow | undefined,
  event: Recorded<WorkspaceEvent>,
): WorkspaceRow | undefined {
  const { revision } = event;
  const { workspace_id, occurred_at: at } = event.metadata;
  switch (event.type) {
    case 'WorkspaceArrivalBegun':
      return {
        ...NOT_CREATED,
        workspace_id,
        created_at: at,
        updated_at: at,
        arrival_id: event.data.arrival_id,
        revision,
      };
    case 'WorkspaceCreated':
      return {
        ...NOT_CREATED,
        ...event.data,
        quotas: event.data.quotas ?? QUOTA_DEFAULTS,
        calls_keep_days: event.data.calls_keep_days ?? null,
        deliveries_keep_days: event.data.deliveries_keep_days ?? null,
        contact_windows: event.data.contact_windows ?? null,
        calling_hours_id: event.data.calling_hours_id ?? null,
        writes_paused: event.data.writes_paused ?? false,
        workspace_id,
        live: 1,
        created_at: at,
        updated_at: at,
        arrival_id: row?.arrival_id ?? null,
        revision,
      };
    case 'WorkspaceChanged':
      return row && { ...row, ...changedBy(event.data, row), rows_left: 0, updated_at: at, revision };
    case 'SearchableAttributesChanged':
      return row && { ...row, rows_left: 0, attribute_slots: event.data.slots, updated_at: at, revision };
    case 'SigningSecretRotated':
      return (
        row && { ...row, rows_left: 0, signing_secrets: withNewSecret(row.signing_secrets, event.data, at), revision }
      );
    case 'SigningSecretsResealed':
      return (
        row && { ...row, rows_left: 0, signing_secrets: withCiphertexts(row.signing_secrets, event.data), revision }
      );
    case 'PersonalDataExpired':
      return row && { ...row, rows_left: 0, ...expiredDays(event.data), revision };
    case 'DialingPaused':
      return row && { ...row, rows_left: 0, dialing_paused_at: at, revision };
    case 'DialingResumed':
      return row && { ...row, rows_left: 0, dialing_paused_at: null, revision };
    case 'NumberKeyMade':
      return row && { ...row, rows_left: 0, number_key: event.data.key, revision };
    case 'WorkspaceDeleted':
      return row && { ...row, ...OF_DELETED, live: 0, rows_left: 1, updated_at: at, revision };
    default:
      return event satisfies never;
  }
}

/** A workspace before its first event: there is one while its log is being copied here. */
const NOT_CREATED = {
  ...WORKSPACE_DEFAULTS,
  name: '',
  time_zone: 'UTC',
  live: 0,
  rows_left: 0,
  signing_secrets: [],
  calls_expired_before: null,
  deliveries_expired_before: null,
  dialing_paused_at: null,
  number_key: null,
  attribute_slots: [],
} as const;

function changedBy({ changes, arrival_id: ended }: WorkspaceChanged['data'], row: WorkspaceRow) {
  return { ...withChanges(row, changes), arrival_id: ended === row.arrival_id ? null : row.arrival_id };
}

/** A deleted workspace has neither name nor secrets, and waits for nothing. */
const OF_DELETED = { name: '', signing_secrets: [], number_key: null, writes_paused: false, arrival_id: null };

function expiredDays({ calls_before, deliveries_before }: PersonalDataExpired['data']) {
  return { calls_expired_before: calls_before, deliveries_expired_before: deliveries_before };
}

/** A workspace as the admin routes show it (docs/reference/http-contract.md#admin-routes): never its secrets. */
export function presentWorkspace(row: WorkspaceRow) {
  return {
    workspace_id: row.workspace_id,
    name: row.name,
    time_zone: row.time_zone,
    unlisted: { ...row.unlisted },
    lease_seconds: row.lease_seconds,
    wrap_up_seconds: row.wrap_up_seconds,
    rate_limits: {
      read: row.rate_limits.read && { ...row.rate_limits.read },
      write: row.rate_limits.write && { ...row.rate_limits.write },
    },
    quotas: { ...row.quotas },
    calls_keep_days: row.calls_keep_days,
    deliveries_keep_days: row.deliveries_keep_days,
    contact_windows: presentWindows(row),
    calling_hours_id: row.calling_hours_id,
    searchable_attributes: searchableNames(row.attribute_slots),
    writes_paused: areWritesPaused(row),
    arriving: isArriving(row),
    created_at: row.created_at,
    updated_at: row.updated_at,
  };
}

/** The limits of a contact as they are shown; null: none. */
export function presentWindows({ contact_windows }: Pick<WorkspaceSettings, 'contact_windows'>) {
  return contact_windows && contact_windows.map(({ attempts, hours }) => ({ attempts, hours }));
}
