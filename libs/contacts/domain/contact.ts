import {
  type Collection,
  contactSubject,
  type DomainEvent,
  type EventSchema,
  type Instant,
  type PersonalFields,
  type Recorded,
  type RecordedEvent,
  type Row,
} from '#kernel';
import { type Bar, zonesOfNumber } from '#eligibility';
import type { UseCounting } from '#workspaces/domain';
import {
  type ContactDetailsChanged,
  DETAILS_SCHEMA,
  type DetailsOfRow,
  NO_DETAILS_OF_ROW,
  recordedDetails,
} from './contact-details.js';
import { nameKey } from './name-key.js';

/**
 * Which zones a phone may lie in, told by the event that sets it
 * (docs/adr/0074-zones-of-numbers-are-told-by-events.md). Absent in events from before the tables of numbers, and where
 * the phone is as it was.
 */
export type ZonesOfPhone = {
  /** 1 to 4 zones of the IANA database, or none: more, or not known. Null once it was erased. */
  readonly phone_zones?: readonly string[] | null;
  /** The table of numbers that says so. */
  readonly zones_table?: number;
};

/** A contact exists now: it is new, or was deleted and is imported again. */
export type ContactImported = DomainEvent<
  'ContactImported',
  {
    /** Of its phone; absent where no entry of the do-not-call register counts for it. */
    readonly barred?: Bar;
    /** When its limits are over; absent where none of them holds it back. */
    readonly capped_until?: Instant;
    readonly contact_id: string;
    /** Null once it was erased. */
    readonly phone: string | null;
    readonly name: string | null;
    /** The clocks of its lane after the append; absent where the workspace has no calling hours. */
    readonly zones?: string;
  } & ZonesOfPhone
>;

/** An import or a change of phone or name; the event has both, and the old phone. */
export type ContactChanged = DomainEvent<
  'ContactChanged',
  {
    /** Of its phone, null where it has none any more; absent where that is as it was. */
    readonly barred?: Bar | null;
    /** When its limits are over, by its new phone; null: none holds it back. Absent where its phone is as before. */
    readonly capped_until?: Instant | null;
    readonly contact_id: string;
    /** Null once it was erased, as the old phone. */
    readonly phone: string | null;
    readonly old_phone: string | null;
    readonly name: string | null;
    /** The clocks of its lane; absent where these are as before, or the workspace has no calling hours. */
    readonly zones?: string;
  } & ZonesOfPhone
>;

/** The contact no longer exists. Its memberships end in the same append. */
export type ContactDeleted = DomainEvent<'ContactDeleted', { readonly contact_id: string }>;

/**
 * The contact is to be erased when the call that it is in has ended. It was deleted in the same append, if not before.
 */
export type ContactErasureRequested = DomainEvent<'ContactErasureRequested', { readonly contact_id: string }>;

/** The contact, which is deleted, is erased: its keys, calls and deliveries follow. */
export type ContactErased = DomainEvent<'ContactErased', { readonly contact_id: string }>;

/**
 * Receivers of webhooks about the contact are told of its erasure: the requests of these deliveries are in the same
 * append.
 */
export type ContactErasureAnnounced = DomainEvent<
  'ContactErasureAnnounced',
  {
    readonly contact_id: string;
    /** Receivers whose last delivery about the contact has at most this number are told, now or by an earlier event. */
    readonly up_to_number: number;
  }
>;

/** The contact's keys are shredded, and no row shows its phone, its name or a message about it any more. */
export type ContactErasureCompleted = DomainEvent<'ContactErasureCompleted', { readonly contact_id: string }>;

export type ContactEvent =
  | ContactImported
  | ContactChanged
  | ContactDetailsChanged
  | ContactDeleted
  | ContactErasureRequested
  | ContactErased
  | ContactErasureAnnounced
  | ContactErasureCompleted;

/** Phone with its zones and name, under the key of their contact. */
const PERSON: PersonalFields = {
  fields: ['phone', 'old_phone', 'name', 'phone_zones'],
  subjects: ({ data }) => [contactSubject((data as ContactEvent['data']).contact_id)],
};

export const CONTACT_SCHEMAS: readonly EventSchema[] = [
  { type: 'ContactImported', version: 1, personal: PERSON },
  { type: 'ContactChanged', version: 1, personal: PERSON },
  DETAILS_SCHEMA,
  { type: 'ContactDeleted', version: 2, upcasts: { 1: ({ phone: _, ...data }) => data } },
  { type: 'ContactErasureRequested', version: 1 },
  { type: 'ContactErased', version: 1 },
  { type: 'ContactErasureAnnounced', version: 1 },
  { type: 'ContactErasureCompleted', version: 1 },
];

/** Counts the contacts of a workspace. */
export const CONTACT_USE: UseCounting = { resource: 'contacts', steps: { ContactImported: 1, ContactDeleted: -1 } };

/**
 * none: never erased, or imported again since. requested: it is erased when its call has ended. started: its keys,
 * calls and deliveries are being worked on. completed: nothing personal is left.
 */
export type ErasureState = 'none' | 'requested' | 'started' | 'completed';

/** A contact, also a deleted one: its number is for life (docs/reference/dialing-rules.md#terms). */
export interface ContactRow extends Row, DetailsOfRow {
  readonly workspace_id: string;
  readonly contact_id: string;
  /** E.164; '' once it was erased. */
  readonly phone: string;
  /** The zones that its phone may lie in: 1 to 4; empty: more, or not known. */
  readonly phone_zones: readonly string[];
  /** The table of numbers that says so: 1 for events that name none. */
  readonly zones_table: number;
  readonly name: string | null;
  /** The name as contacts are found and ordered by it. */
  readonly name_key: string;
  /** Contact number: revision of the event that first imported it. */
  readonly number: number;
  /** When it was first imported. */
  readonly created_at: Instant;
  /** 0 once deleted. */
  readonly live: 0 | 1;
  readonly erasure: ErasureState;
  /** When it was erased; null: it was not, or has been imported again. */
  readonly erased_at: Instant | null;
}

/**
 * `by_phone` resolves references: under (workspace, 1, phone) the first is the one imported first that still exists.
 * `by_number` is the order of GET /contacts, or `by_name`. `phones` gives the phone of a contact from the index alone.
 */
export const CONTACTS: Collection<ContactRow> = {
  name: 'contacts',
  key: ['workspace_id', 'contact_id'],
  ids: ['workspace_id', 'contact_id'],
  indexes: [
    { name: 'by_phone', fields: ['workspace_id', 'live', 'phone', 'number'], unique: true },
    { name: 'by_number', fields: ['workspace_id', 'live', 'number'], unique: true },
    { name: 'by_name', fields: ['workspace_id', 'live', 'name_key', 'number'], unique: true },
    { name: 'phones', fields: ['workspace_id', 'contact_id', 'phone'] },
  ],
};

/** Whether an event is one of this file's. */
export function isContactEvent(event: RecordedEvent): event is Recorded<ContactEvent> {
  return CONTACT_SCHEMAS.some(({ type }) => type === event.type);
}

/** The contact after an event of its own. */
export function evolveContact(row: ContactRow | undefined, event: Recorded<ContactEvent>): ContactRow | undefined {
  const { revision, metadata } = event;
  switch (event.type) {
    case 'ContactImported':
      return {
        workspace_id: metadata.workspace_id,
        contact_id: event.data.contact_id,
        phone: event.data.phone ?? '',
        ...zonesTold(event.data),
        ...named(event.data.name),
        ...NO_DETAILS_OF_ROW,
        number: row?.number ?? revision,
        created_at: row?.created_at ?? metadata.occurred_at,
        live: 1,
        erasure: 'none',
        erased_at: null,
        revision,
      };
    case 'ContactChanged':
      return row && changed(row, event.data, revision);
    case 'ContactDetailsChanged':
      return row && { ...row, ...recordedDetails(event.data), revision };
    case 'ContactDeleted':
      return row && { ...row, live: 0, revision };
    case 'ContactErasureRequested':
      return row && { ...row, erasure: 'requested', revision };
    case 'ContactErased':
      return row && { ...row, ...NOBODY, erasure: 'started', erased_at: metadata.occurred_at, revision };
    case 'ContactErasureAnnounced':
      return row && { ...row, revision };
    case 'ContactErasureCompleted':
      return row && { ...row, erasure: 'completed', revision };
    default:
      return event satisfies never;
  }
}

function changed(row: ContactRow, data: ContactChanged['data'], revision: number): ContactRow {
  const isSame = data.zones_table === undefined && data.phone === data.old_phone;
  return { ...row, phone: data.phone ?? '', ...(!isSame && zonesTold(data)), ...named(data.name), revision };
}

/** The table of numbers by which the events are read that name none. */
const FIRST_TABLE = 1;

function zonesTold({
  phone,
  phone_zones,
  zones_table,
}: Pick<ContactImported['data'], 'phone'> & ZonesOfPhone): Pick<ContactRow, 'phone_zones' | 'zones_table'> {
  return zones_table === undefined
    ? { phone_zones: zonesOfNumber(phone ?? '', FIRST_TABLE), zones_table: FIRST_TABLE }
    : { phone_zones: phone_zones ?? [], zones_table };
}

function named(name: string | null): Pick<ContactRow, 'name' | 'name_key'> {
  return { name, name_key: nameKey(name) };
}

/** What an erased contact has in the place of its personal data. */
const NOBODY = { phone: '', phone_zones: [], ...named(null), ...NO_DETAILS_OF_ROW };
