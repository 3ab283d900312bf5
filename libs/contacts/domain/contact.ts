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
import type { UseCounting } from '#workspaces/domain';

/** A contact exists now: it is new, or was deleted and is imported again. */
export type ContactImported = DomainEvent<
  'ContactImported',
  {
    readonly contact_id: string;
    /** Null once it was erased. */
    readonly phone: string | null;
    readonly name: string | null;
  }
>;

/** An import changed phone or name; the event has both, and the old phone. */
export type ContactChanged = DomainEvent<
  'ContactChanged',
  {
    readonly contact_id: string;
    /** Null once it was erased, as the old phone. */
    readonly phone: string | null;
    readonly old_phone: string | null;
    readonly name: string | null;
  }
>;

/** The contact no longer exists. Its memberships end in the same append. */
export type ContactDeleted = DomainEvent<'ContactDeleted', { readonly contact_id: string }>;

export type ContactEvent = ContactImported | ContactChanged | ContactDeleted;

/** Phone and name, under the key of their contact. */
const PERSON: PersonalFields = {
  fields: ['phone', 'old_phone', 'name'],
  subjects: ({ data }) => [contactSubject((data as ContactEvent['data']).contact_id)],
};

export const CONTACT_SCHEMAS: readonly EventSchema[] = [
  { type: 'ContactImported', version: 1, personal: PERSON },
  { type: 'ContactChanged', version: 1, personal: PERSON },
  { type: 'ContactDeleted', version: 2, upcasts: { 1: ({ phone: _, ...data }) => data } },
];

/** Counts the contacts of a workspace. */
export const CONTACT_USE: UseCounting = { resource: 'contacts', steps: { ContactImported: 1, ContactDeleted: -1 } };

/** A contact, also a deleted one: its number is for life (docs/reference/dialing-rules.md#terms). */
export interface ContactRow extends Row {
  readonly workspace_id: string;
  readonly contact_id: string;
  /** E.164; '' once it was erased. */
  readonly phone: string;
  readonly name: string | null;
  /** Contact number: revision of the event that first imported it. */
  readonly number: number;
  /** When it was first imported. */
  readonly created_at: Instant;
  /** 0 once deleted. */
  readonly live: 0 | 1;
}

/**
 * `by_phone` resolves references: under (workspace, 1, phone) the first is the one imported first that still exists.
 * `by_number` is the order of GET /contacts. `phones` gives the phone of a contact from the index alone.
 */
export const CONTACTS: Collection<ContactRow> = {
  name: 'contacts',
  key: ['workspace_id', 'contact_id'],
  indexes: [
    { name: 'by_phone', fields: ['workspace_id', 'live', 'phone', 'number'] },
    { name: 'by_number', fields: ['workspace_id', 'live', 'number'] },
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
        name: event.data.name,
        number: row?.number ?? revision,
        created_at: row?.created_at ?? metadata.occurred_at,
        live: 1,
        revision,
      };
    case 'ContactChanged':
      return row && { ...row, phone: event.data.phone ?? '', name: event.data.name, revision };
    case 'ContactDeleted':
      return row && { ...row, live: 0, revision };
    default:
      return event satisfies never;
  }
}
