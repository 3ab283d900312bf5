import type { HoursFields } from '../../../../libs/dialing/testing/reference-model/hours.js';
import type { History } from '../../world.js';
import type { Lane } from './lane.js';

/**
 * What the model reads of the events of a workspace, restated from docs/reference/events.md: the model shares no type
 * with the code that it judges. Fields that no promise reads are left out.
 */

/** What is known of a contact besides its first phone and its name. */
export interface PersonDetails {
  readonly external_id: string | null;
  readonly phone_label: string | null;
  readonly further_phones: readonly { readonly phone: string; readonly label: string | null }[];
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly time_zone: string | null;
}

/** A membership, as events of its callback name it. */
interface MemberNamed {
  readonly smart_list_id: string;
  readonly contact_id: string;
  readonly member_number: number;
}

/** What is promised by a callback. */
export interface Promised {
  readonly callback_at: string;
  readonly agent_id: string | null;
  readonly owner_seconds: number;
}

export interface Limits {
  readonly max_attempts_per_day: number | null;
  readonly max_attempts_total: number | null;
  readonly min_retry_seconds: number;
  readonly dial_timeout_seconds: number;
}

/** At most this number of attempts in any such hours. */
export interface AttemptWindow {
  readonly attempts: number;
  readonly hours: number;
}

export interface ListSettings extends Limits {
  readonly retry_seconds: Readonly<Record<string, number>> | null;
  readonly attempt_windows: readonly AttemptWindow[] | null;
  readonly name: string;
  readonly description: string | null;
  readonly priority: string;
  readonly next_list_id: string | null;
  readonly paused: boolean;
  readonly calling_hours_id: string | null;
}

export interface Quotas {
  readonly contacts: number;
  readonly members: number;
  readonly open_calls: number;
  readonly deliveries_waiting: number;
}

export interface WorkspaceSettings {
  readonly name: string;
  readonly time_zone: string;
  readonly unlisted: Limits & { readonly enabled: boolean };
  readonly lease_seconds: number;
  readonly wrap_up_seconds: number;
  readonly quotas?: Quotas;
  readonly contact_windows: readonly AttemptWindow[] | null;
  readonly calling_hours_id: string | null;
  readonly writes_paused: boolean;
}

export interface WorkspaceChanges extends Partial<Omit<WorkspaceSettings, 'unlisted' | 'quotas'>> {
  readonly unlisted?: Partial<WorkspaceSettings['unlisted']>;
  readonly quotas?: Partial<Quotas>;
}

export interface OutcomeSettings {
  readonly outcome_name: string;
  readonly outcome_type: 'action' | 'disposition';
  readonly order: number;
  readonly webhook_url: string | null;
  readonly destination_type: 'none' | 'smart_list' | 'remove_from_all' | 'remove_from_selected';
  readonly destination_id: string | null;
  readonly smart_list_ids: readonly string[] | null;
  readonly retry_seconds: number | null;
}

/** The end of memberships: each contact leaves the lists at its places in `lists`. */
export interface Removal {
  readonly reason: string;
  readonly lists: readonly string[];
  readonly contacts: readonly { readonly contact_id: string; readonly lists: readonly number[] }[];
  readonly to_list_id?: string;
}

/** Whom a call is with, and from which membership it was dialed. */
/** What clients keep with a call. */
export interface Details {
  readonly agent_id: string | null;
  readonly reference: string | null;
  readonly notes: string | null;
  readonly duration_seconds: number | null;
  readonly recording_url: string | null;
}

export interface Party {
  readonly call_id: string;
  readonly contact_id: string;
  readonly smart_list_id: string | null;
  readonly member_number: number | null;
}

/** The cap was lowered and a sweep moves those whom that exhausts. */
export interface Exhausts {
  readonly cause: string;
  readonly cap: number;
  readonly old_cap: number | null;
  readonly next_list_id: string;
}

/** An item of a to-do list that failed too often, in the version in which it was on the list. */
export interface ParkedItem {
  readonly worker: string;
  readonly item: string;
  readonly version: string;
  readonly parked_id: string;
}

/** What became of rows of a file, how many of each. */
export interface RowCounts {
  readonly created: number;
  readonly updated: number;
  readonly unchanged: number;
  readonly members_added: number;
  readonly members_removed: number;
  readonly refused: number;
}

/** The file of an import, and what its rows are. */
export interface ImportSettings {
  readonly import_id: string;
  readonly kind: 'contacts' | 'members' | 'removals';
  readonly smart_list_id: string | null;
  readonly name: string | null;
}

/** Rows that were refused: each reason once, and rows that name theirs by its place. */
export interface RefusedRows {
  readonly reasons: readonly object[];
  readonly rows: readonly (readonly [row: number, line: number, reason: number])[];
}

/** What every event of a number tells. */
export interface NumberNamed {
  readonly number_hash: string;
  readonly contact_ids: readonly string[];
  readonly more?: true;
}

/** A bar as events tell it. */
export interface ToldBar {
  readonly until: string | null;
}

/** The zones that a phone may lie in, and the table of numbers that says so; absent: the phone stays. */
export interface ZonesOfPhone {
  readonly phone_zones?: readonly string[];
  readonly zones_table?: number;
}

/** The data of each event type. */
export interface DataOf {
  readonly EventSkipped: object;
  readonly PersonalKeysMade: object;
  readonly WorkParked: ParkedItem & { readonly attempts: number; readonly error: string };
  readonly WorkRetried: ParkedItem;
  readonly WorkSkipped: ParkedItem;
  readonly CommandRecorded: object;
  readonly WorkspaceCreated: WorkspaceSettings;
  readonly WorkspaceChanged: { readonly changes: WorkspaceChanges };
  readonly SearchableAttributesChanged: { readonly slots: readonly (string | null)[] };
  readonly SigningSecretRotated: { readonly previous_expire_at: string };
  readonly SigningSecretsResealed: object;
  readonly PersonalDataExpired: object;
  readonly DialingPaused: object;
  readonly DialingResumed: object;
  readonly WorkspaceDeleted: object;
  readonly ApiKeyCreated: {
    readonly api_key_id: string;
    readonly scopes: readonly string[];
    readonly expires_at: string | null;
  };
  readonly ApiKeyRevoked: { readonly api_key_id: string };
  readonly ContactImported: ZonesOfPhone & {
    readonly contact_id: string;
    readonly phone: string;
    readonly name: string | null;
  };
  readonly ContactChanged: ZonesOfPhone & {
    readonly contact_id: string;
    readonly phone: string;
    readonly barred?: ToldBar | null;
    readonly capped_until?: string | null;
    readonly zones?: string;
    readonly old_phone: string;
    readonly name: string | null;
  };
  readonly ContactDetailsChanged: PersonDetails & {
    readonly contact_id: string;
    readonly slots: readonly string[];
    readonly searchable?: readonly (string | null)[];
    readonly number?: number | null;
    readonly zones?: string;
  };
  readonly ContactAttributesIndexed: {
    readonly contact_id: string;
    readonly number: number;
    readonly slots: readonly string[];
    readonly searchable: readonly (string | null)[];
    readonly attributes: PersonDetails['attributes'];
  };
  readonly AttributeIndexingAdvanced: { readonly up_to_number: number; readonly done: boolean };
  readonly ContactZonesRefreshRequested: { readonly zones_table: number };
  readonly ContactZonesRefreshAdvanced: { readonly up_to_number: number; readonly done: boolean };
  readonly ContactDeleted: { readonly contact_id: string };
  readonly ContactErasureRequested: { readonly contact_id: string };
  readonly ContactErased: { readonly contact_id: string };
  readonly ContactErasureAnnounced: { readonly contact_id: string; readonly up_to_number: number };
  readonly ContactErasureCompleted: { readonly contact_id: string };
  readonly CallsErased: { readonly contact_id: string; readonly call_ids: readonly string[] };
  readonly SmartListCreated: ListSettings & { readonly smart_list_id: string; readonly source: string };
  readonly SmartListChanged: {
    readonly smart_list_id: string;
    readonly changes: Partial<ListSettings>;
    readonly exhausts?: Exhausts;
  };
  readonly SmartListReset: { readonly smart_list_id: string; readonly completed_only: boolean };
  readonly SmartListDeleted: { readonly smart_list_id: string; readonly members_left: number };
  readonly DialGroupCreated: {
    readonly dial_group_id: string;
    readonly name: string;
    readonly smart_list_ids: readonly string[];
  };
  readonly DialGroupChanged: {
    readonly dial_group_id: string;
    readonly changes: { readonly name?: string; readonly smart_list_ids?: readonly string[] };
  };
  readonly DialGroupDeleted: { readonly dial_group_id: string };
  readonly CallingHoursCreated: HoursFields & { readonly calling_hours_id: string; readonly first?: true };
  readonly CallingHoursChanged: { readonly calling_hours_id: string; readonly changes: Partial<HoursFields> };
  readonly CallingHoursDeleted: { readonly calling_hours_id: string };
  readonly MemberAdded: { readonly smart_list_id: string; readonly contact_id: string; readonly source: string };
  readonly MemberRemoved: Removal;
  readonly NumberKeyMade: { readonly key: string | null };
  readonly DoNotCallAdded: NumberNamed & {
    readonly phone: string | null;
    readonly contact_id: string | null;
    readonly reason: string | null;
    readonly source: string;
    readonly expires_at: string | null;
  };
  readonly DoNotCallChanged: NumberNamed & { readonly reason: string | null; readonly expires_at: string | null };
  readonly DoNotCallRemoved: NumberNamed;
  readonly DoNotCallNumbersErased: { readonly contact_id: string; readonly number_hashes: readonly string[] };
  readonly MembersReset: { readonly smart_list_id: string; readonly contact_ids: readonly string[] };
  readonly SweepAdvanced: {
    readonly cause: string;
    readonly smart_list_id: string;
    readonly up_to_number: number;
    readonly done: boolean;
  };
  readonly ListDrained: { readonly smart_list_id: string; readonly completed_members: number };
  readonly ImportCreated: ImportSettings;
  readonly ImportAdvanced: {
    readonly import_id: string;
    readonly up_to_row: number;
    readonly counts: RowCounts;
    readonly refused: RefusedRows;
  };
  readonly ImportFinished: ImportSettings & { readonly rows: number; readonly counts: RowCounts };
  readonly ImportCancelled: { readonly import_id: string };
  readonly OutcomeCreated: OutcomeSettings & { readonly outcome_id: string };
  readonly OutcomeChanged: { readonly outcome_id: string; readonly changes: Partial<OutcomeSettings> };
  readonly OutcomeDeleted: { readonly outcome_id: string };
  readonly CallDispatched: Party & {
    readonly member_number: number;
    readonly phone: string;
    readonly attempt_number: number;
    readonly lease_expires_at: string;
    readonly snapshot: Limits & {
      readonly smart_list_id: string | null;
      readonly name: string | null;
      readonly priority: string | null;
      readonly member_number: number;
      readonly retry_seconds: Readonly<Record<string, number>> | null;
      readonly attempt_windows: readonly AttemptWindow[] | null;
      readonly contact_windows: readonly AttemptWindow[] | null;
      readonly calling_hours_id: string | null;
      readonly lane?: Lane;
      readonly scope?: { readonly smart_list_id?: string; readonly dial_group_id?: string };
      readonly next_list_id: string | null;
      readonly callback_at?: string;
    };
  };
  readonly CallbackSet: MemberNamed & Promised;
  readonly CallbackCleared: MemberNamed;
  readonly CallbackDue: MemberNamed & Omit<Promised, 'owner_seconds'> & { readonly due_at: string };
  readonly CallRegistered: {
    readonly call_id: string;
    readonly contact_id: string;
    readonly phone: string;
    readonly lease_expires_at: string;
  };
  readonly CallDetailsRecorded: Partial<Details> & {
    readonly call_id: string;
    readonly contact_id: string;
    readonly dispatched_at: string;
  };
  readonly CallHeartbeat: { readonly call_id: string; readonly lease_expires_at: string };
  readonly CallEnded: Party & {
    readonly result: string;
    readonly dispatched_at: string;
    readonly wrap_up_expires_at: string | null;
  };
  readonly OutcomeApplied: Party & {
    readonly sequence: number;
    readonly outcome: Omit<OutcomeSettings, 'order' | 'webhook_url'> & {
      readonly outcome_id: string;
      readonly destination_name: string | null;
    };
  };
  readonly CallCompleted: Party & { readonly by: 'disposition' | 'end' | 'wrap_up'; readonly exhausted?: true };
  readonly DeliveryRequested: {
    readonly delivery_id: string;
    readonly outcome_id: string;
    readonly call_id: string;
    readonly contact_id: string;
    readonly webhook_url: string;
    readonly message_type?: string;
    readonly endpoint_id?: string;
    readonly held?: true;
    readonly body: string;
    readonly redelivery_of?: string;
  };
  readonly DeliveryAttempted: {
    readonly delivery_id: string;
    readonly attempt: { readonly at: string; readonly status: number | null };
    readonly delivered: boolean;
    readonly next_attempt_at: string | null;
  };
  readonly WebhookEndpointCreated: {
    readonly endpoint_id: string;
    readonly url: string;
    readonly event_types: readonly string[];
  };
  readonly WebhookEndpointChanged: {
    readonly endpoint_id: string;
    readonly changes: { readonly url?: string; readonly event_types?: readonly string[] };
  };
  readonly WebhookEndpointDeleted: { readonly endpoint_id: string };
  readonly WebhookEndpointSecretRotated: { readonly endpoint_id: string };
  readonly WebhookEndpointSecretsResealed: { readonly endpoint_id: string };
  readonly WebhookEndpointHealthChanged: { readonly endpoint_id: string; readonly failing_since: string | null };
  readonly WebhookEndpointPaused: { readonly endpoint_id: string; readonly failing_since: string };
  readonly WebhookEndpointResumed: { readonly endpoint_id: string };
  readonly EventsForwarded: { readonly next_revision: number; readonly next_index: number };
  readonly DeliveryErased: { readonly delivery_id: string };
  readonly DeliveryCancelled: { readonly delivery_id: string; readonly reason: string };
}

export type EventType = keyof DataOf;

/** An event as the history tells it. */
export type Logged = History['events'][number];

/** The same, with the data of its type. */
export type EventOf<Type extends EventType> = Omit<Logged, 'type' | 'data'> & {
  readonly type: Type;
  readonly data: DataOf[Type];
};

/** Any event of this service: `switch (event.type)` tells the data. */
export type ModelEvent = { readonly [Type in EventType]: EventOf<Type> }[EventType];

/** `occurred_at` in milliseconds since 1970: the service's time, which all rules go by. */
export function timeOf({ metadata }: Pick<Logged, 'metadata'>): number {
  return Date.parse(metadata.occurred_at);
}

/** How a violation names an event. */
export function naming({
  type,
  stream,
  revision,
  metadata,
}: Pick<Logged, 'type' | 'stream' | 'revision' | 'metadata'>) {
  return `${type} (${stream}@${revision}, ${metadata.occurred_at})`;
}
