import { contactSubject, type DomainEvent, type EventSchema, type PersonalFields } from '#kernel';
import type { AttributeSlots } from '#workspaces/domain';

/** One phone of a contact. */
export type ContactPhone = {
  /** E.164. */
  readonly phone: string;
  /** What it is called, such as `office`; null: nothing. */
  readonly label: string | null;
};

/** Values of the client's own, by their names: flat, and {@link ATTRIBUTES_BYTES} as JSON at most. */
export type Attributes = Readonly<Record<string, string | number | boolean>>;

/** Largest size of the attributes of a contact: bytes of their JSON in UTF-8. */
export const ATTRIBUTES_BYTES = 4_096;

/** Most phones of a contact. */
export const MAX_PHONES = 5;

/**
 * A text by which a contact is found, besides its first phone: its external id, one of its further phones, or the
 * attribute that is searchable by this slot.
 */
export type TermSlot = 'external_id' | `phone_${2 | 3 | 4 | 5}` | `attribute_${1 | 2 | 3 | 4 | 5}`;

/** The slots of further phones, in their order. */
export const PHONE_SLOTS = ['phone_2', 'phone_3', 'phone_4', 'phone_5'] as const satisfies readonly TermSlot[];

/** The slots of searchable attributes, in their order. */
export const ATTRIBUTE_SLOTS = [
  'attribute_1',
  'attribute_2',
  'attribute_3',
  'attribute_4',
  'attribute_5',
] as const satisfies readonly TermSlot[];

/** What is known of a contact besides its first phone and its name (docs/reference/http-contract.md#contact). */
export interface ContactDetails {
  /** The client's own id of the contact: no other contact of the workspace has it. Null: none. */
  readonly external_id: string | null;
  /** Of its first phone, which is the one that is dialed. */
  readonly phone_label: string | null;
  /** The phones behind the first one, each once. */
  readonly further_phones: readonly ContactPhone[];
  /** What the client keeps with it. */
  readonly attributes: Attributes;
  /** Name of a zone of the IANA database; null: none was given. */
  readonly time_zone: string | null;
}

export const NO_DETAILS: ContactDetails = {
  external_id: null,
  phone_label: null,
  further_phones: [],
  attributes: {},
  time_zone: null,
};

/**
 * The details of a contact changed: the event has all of them, as they are now. It follows its import in the same
 * append where it brings the first ones.
 * @see docs/adr/0056-what-else-is-known-of-a-contact-is-one-event.md
 */
export type ContactDetailsChanged = DomainEvent<
  'ContactDetailsChanged',
  {
    readonly contact_id: string;
    /** Which of external id, further phones and searchable attributes there are; still told once they are erased. */
    readonly slots: readonly TermSlot[];
    /** The names of the searchable attributes by their slots; absent where the workspace never had any. */
    readonly searchable?: AttributeSlots;
    /** With `searchable`: contact number; null: the event before this one imported the contact and has the number. */
    readonly number?: number | null;
    /**
     * The clocks of its lane; absent where these are as before, where the event that imports it tells them, and where
     * the workspace has no calling hours.
     */
    readonly zones?: string;
  } & {
    /** Null once they were erased, as each of them is. */
    readonly [Field in keyof ContactDetails]: ContactDetails[Field] | null;
  }
>;

/** All of them, under the key of their contact. */
const PERSON: PersonalFields = {
  fields: Object.keys(NO_DETAILS),
  subjects: ({ data }) => [contactSubject((data as ContactDetailsChanged['data']).contact_id)],
};

export const DETAILS_SCHEMA: EventSchema = { type: 'ContactDetailsChanged', version: 1, personal: PERSON };

/** Details in a row: the attributes as JSON, whose names a store could not have as fields. '' where there are none. */
export type DetailsOfRow = Omit<ContactDetails, 'attributes'> & { readonly attributes: string };

export const NO_DETAILS_OF_ROW: DetailsOfRow = { ...NO_DETAILS, attributes: '' };

/** The details of a row after an event; none once they were erased. */
export function recordedDetails(data: ContactDetailsChanged['data']): DetailsOfRow {
  const { external_id, phone_label, further_phones, attributes, time_zone } = data;
  const isNone = Object.keys(attributes ?? {}).length === 0;
  return {
    external_id,
    phone_label,
    further_phones: further_phones ?? [],
    attributes: isNone ? '' : JSON.stringify(attributes),
    time_zone,
  };
}

/** The details that a row has. */
export function detailsOf({ attributes, ...row }: DetailsOfRow): ContactDetails {
  const { external_id, phone_label, further_phones, time_zone } = row;
  const parsed = attributes === '' ? {} : (JSON.parse(attributes) as Attributes);
  return { external_id, phone_label, further_phones, attributes: parsed, time_zone };
}
