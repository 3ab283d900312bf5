import { contactSubject, type DomainEvent, type EventSchema } from '#kernel';
import type { AttributeSlots } from '#workspaces/domain';
import {
  ATTRIBUTE_SLOTS,
  type Attributes,
  type ContactDetails,
  type ContactDetailsChanged,
  PHONE_SLOTS,
  type TermSlot,
} from './contact-details.js';

// docs/adr/0063-contacts-are-found-by-declared-attributes.md

/**
 * The terms of a contact follow the attributes that are searchable since it was last changed. It has no event where
 * they do so already.
 */
export type ContactAttributesIndexed = DomainEvent<
  'ContactAttributesIndexed',
  {
    readonly contact_id: string;
    /** Contact number, by which contacts of one term are ordered. */
    readonly number: number;
    /** Which searchable attributes the contact has, by their slots; still told once they are erased. */
    readonly slots: readonly TermSlot[];
    /** The names of the searchable attributes by their slots. */
    readonly searchable: AttributeSlots;
    /** The searchable ones of the contact; null once they were erased. */
    readonly attributes: Attributes | null;
  }
>;

/** Indexing has passed the contacts up to a number; the events of those whose terms changed are in the same append. */
export type AttributeIndexingAdvanced = DomainEvent<
  'AttributeIndexingAdvanced',
  { readonly up_to_number: number; readonly done: boolean }
>;

export const INDEXING_SCHEMAS: readonly EventSchema[] = [
  {
    type: 'ContactAttributesIndexed',
    version: 1,
    personal: {
      fields: ['attributes'],
      subjects: ({ data }) => [contactSubject((data as ContactAttributesIndexed['data']).contact_id)],
    },
  },
  { type: 'AttributeIndexingAdvanced', version: 1 },
];

/** An attribute that contacts are asked for, with its value as text. */
export interface AttributeFilter {
  readonly name: string;
  readonly text: string;
}

/** A value as contacts are found by it: a string itself, a number or boolean as JSON writes it. */
export function attributeText(value: Attributes[string]): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Whether one of the attributes has this name and this value. */
export function hasAttribute(attributes: Attributes, { name, text }: AttributeFilter): boolean {
  return Object.hasOwn(attributes, name) && attributeText(attributes[name]!) === text;
}

/** The term of an attribute. */
export function attributeTerm({ name, text }: AttributeFilter): string {
  return `attribute ${name} ${text}`;
}

/** The terms of the searchable ones of some attributes, by their slots. */
export function attributeTerms(attributes: Attributes, searchable: AttributeSlots): ReadonlyMap<TermSlot, string> {
  const terms = new Map<TermSlot, string>();
  searchable.forEach((name, at) => {
    if (name === null || !Object.hasOwn(attributes, name)) return;
    terms.set(ATTRIBUTE_SLOTS[at]!, attributeTerm({ name, text: attributeText(attributes[name]!) }));
  });
  return terms;
}

/** The event by which a contact has the terms of these attributes. */
export function attributesIndexed(
  { contact_id, number }: Pick<ContactAttributesIndexed['data'], 'contact_id' | 'number'>,
  all: Attributes,
  searchable: AttributeSlots,
): ContactAttributesIndexed {
  const attributes = Object.fromEntries(Object.entries(all).filter(([name]) => searchable.includes(name)));
  const slots = [...attributeTerms(attributes, searchable).keys()];
  return { type: 'ContactAttributesIndexed', data: { contact_id, number, slots, searchable, attributes } };
}

/** How the attributes of a contact are searchable. */
export interface Indexing {
  /** By their slots; empty: the workspace never had a searchable attribute. */
  readonly searchable: AttributeSlots;
  /** Contact number; null: the event before imports the contact. */
  readonly number: number | null;
}

/** The event by which a contact gets these details. */
export function detailsChanged(
  contact_id: string,
  details: ContactDetails,
  { searchable, number }: Indexing,
): ContactDetailsChanged {
  const slots: readonly TermSlot[] = [
    ...(details.external_id === null ? [] : (['external_id'] as const)),
    ...PHONE_SLOTS.slice(0, details.further_phones.length),
    ...attributeTerms(details.attributes, searchable).keys(),
  ];
  const indexed = searchable.length === 0 ? {} : { searchable, number };
  return { type: 'ContactDetailsChanged', data: { contact_id, slots, ...indexed, ...details } };
}
