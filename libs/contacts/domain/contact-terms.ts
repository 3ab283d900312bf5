import {
  type Collection,
  type DocumentKey,
  type IndexTouch,
  type Recorded,
  type RecordedEvent,
  type Row,
} from '#kernel';
import { attributeTerms, type ContactAttributesIndexed } from './attribute-terms.js';
import type { ContactDeleted, ContactErased } from './contact.js';
import { ATTRIBUTE_SLOTS, type ContactDetailsChanged, PHONE_SLOTS, type TermSlot } from './contact-details.js';

/**
 * A text by which a contact is found. A contact has a row for each slot in which there ever was one: also in rows that
 * are made once it is erased, so that they are the same.
 */
export interface ContactTermRow extends Row {
  readonly workspace_id: string;
  readonly contact_id: string;
  readonly slot: TermSlot;
  /** Of `externalIdTerm`, `phoneTerm` or `attributeTerm`; '': the slot is empty. */
  readonly term: string;
  /** 0 while the slot is empty, and of a contact that was deleted: imported again, it has no terms. */
  readonly live: 0 | 1;
  /**
   * Revision of the event that put this term into the slot; of an attribute the contact number, so that the contacts of
   * one value are in the order of their import. -1 once it was erased.
   */
  readonly since: number;
}

/** Under (workspace, 1, term) `by_term` has the contacts of a term in the order of `since`. */
export const CONTACT_TERMS: Collection<ContactTermRow> = {
  name: 'contact_terms',
  key: ['workspace_id', 'contact_id', 'slot'],
  ids: ['workspace_id', 'contact_id'],
  indexes: [{ name: 'by_term', fields: ['workspace_id', 'live', 'term', 'since'] }],
  refersTo: ['contacts'],
};

const SLOTS: readonly TermSlot[] = ['external_id', ...PHONE_SLOTS];
const WITH_ATTRIBUTES: readonly TermSlot[] = [...SLOTS, ...ATTRIBUTE_SLOTS];

/** The term of an external id. */
export function externalIdTerm(externalId: string): string {
  return `external_id ${externalId}`;
}

/** The term of a further phone. */
export function phoneTerm(phone: string): string {
  return `phone ${phone}`;
}

type TermsGiven = ContactDetailsChanged | ContactAttributesIndexed;
type TermEvent = TermsGiven | ContactDeleted | ContactErased;

const TYPES: readonly string[] = [
  'ContactDetailsChanged',
  'ContactAttributesIndexed',
  'ContactDeleted',
  'ContactErased',
] satisfies TermEvent['type'][];

/** Whether an event may change terms. */
export function isTermEvent(event: RecordedEvent): event is Recorded<TermEvent> {
  return TYPES.includes(event.type);
}

/** The rows that an event changes: all slots of its contact that it may fill or empty. */
export function termKeys(event: Recorded<TermEvent>): readonly DocumentKey[] {
  return slotsOfEvent(event).map((slot) => [event.metadata.workspace_id, event.data.contact_id, slot]);
}

/** Where no attribute was ever searchable, an event of details leaves those slots alone: there are none. */
function slotsOfEvent(event: Recorded<TermEvent>): readonly TermSlot[] {
  switch (event.type) {
    case 'ContactDetailsChanged':
      return event.data.searchable ? WITH_ATTRIBUTES : SLOTS;
    case 'ContactAttributesIndexed':
      return ATTRIBUTE_SLOTS;
    case 'ContactDeleted':
    case 'ContactErased':
      return WITH_ATTRIBUTES;
    default:
      return event satisfies never;
  }
}

/** A slot after an event. */
export function evolveTerm(
  row: ContactTermRow | undefined,
  event: Recorded<TermEvent>,
  [workspace_id, contact_id, slot]: DocumentKey,
): ContactTermRow | undefined {
  const { revision } = event;
  switch (event.type) {
    case 'ContactDetailsChanged':
    case 'ContactAttributesIndexed': {
      if (!row && !event.data.slots.some((each) => each === slot)) return undefined;
      const term = termsOf(event).get(slot as TermSlot) ?? '';
      const kept = row?.live === 1 && row.term === term ? row.since : revision;
      const since = ATTRIBUTE_SLOTS.some((each) => each === slot) ? numberIn(event) : kept;
      const live = term === '' ? 0 : 1;
      return {
        workspace_id: workspace_id!,
        contact_id: contact_id!,
        slot: slot as TermSlot,
        term,
        live,
        since,
        revision,
      };
    }
    case 'ContactDeleted':
      return row && { ...row, live: 0, revision };
    case 'ContactErased':
      return row && { ...row, term: '', live: 0, since: -1, revision };
    default:
      return event satisfies never;
  }
}

/** The terms under which an event puts its contact. */
export function termsTouched(event: Recorded<TermEvent>): readonly IndexTouch[] {
  if (event.type !== 'ContactDetailsChanged' && event.type !== 'ContactAttributesIndexed') return [];
  const { workspace_id } = event.metadata;
  return [...termsOf(event)].map(([slot, term]) => ({
    index: 'by_term',
    prefix: [workspace_id, 1, term],
    key: [workspace_id, event.data.contact_id, slot],
  }));
}

/** The terms of a contact after an event, by their slots. */
function termsOf(event: Recorded<TermsGiven>): ReadonlyMap<TermSlot, string> {
  const attributes = attributeTerms(event.data.attributes ?? {}, event.data.searchable ?? []);
  if (event.type === 'ContactAttributesIndexed') return attributes;
  const { external_id, further_phones } = event.data;
  const terms = new Map(attributes);
  if (external_id !== null) terms.set('external_id', externalIdTerm(external_id));
  further_phones?.forEach(({ phone }, at) => terms.set(PHONE_SLOTS[at]!, phoneTerm(phone)));
  return terms;
}

/** The number of the contact of an event: that of its import where the import is just before it. */
function numberIn({ data, revision }: Recorded<TermsGiven>): number {
  return data.number ?? revision - 1;
}
