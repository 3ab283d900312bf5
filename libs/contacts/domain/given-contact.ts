import { invalidInput, utf8Length } from '#kernel';
import { checkTimeZone } from '#workspaces/domain';
import { type ContactRow } from './contact.js';
import {
  type Attributes,
  ATTRIBUTES_BYTES,
  type ContactDetails,
  type ContactPhone,
  detailsOf,
  NO_DETAILS,
} from './contact-details.js';

/** What a request says of a contact. Absent: it stays as it is; null: it is cleared. */
export interface GivenContact {
  /** E.164. */
  readonly phone?: string | undefined;
  readonly name?: string | null | undefined;
  readonly external_id?: string | null | undefined;
  /** All phones, the first of them `phone` where it is given too. Empty: as if absent. */
  readonly phones?: readonly { readonly phone: string; readonly label?: string | null }[] | undefined;
  /** Those that are named are set, or removed by null. */
  readonly attributes?: Readonly<Record<string, string | number | boolean | null>> | undefined;
  readonly time_zone?: string | null | undefined;
}

/** What is known of a contact. */
export interface Person {
  readonly phone: string;
  readonly name: string | null;
  readonly details: ContactDetails;
}

/**
 * Refuses what no contact can have, whatever is known of it.
 * @param at pointer to what was given: '' for the body
 * @throws DomainError `validation_failed`
 */
export function checkGiven({ phone, phones, time_zone }: GivenContact, at: string): void {
  if (phones?.[0] && phone !== undefined && phones[0].phone !== phone) {
    const detail = 'The first of the phones must be `phone`: it is the one that is dialed.';
    throw invalidInput([{ pointer: `${at}/phones/0/phone`, code: 'not_allowed_value', detail }]);
  }
  const repeated = phones?.findIndex((each, index) => phones.findIndex((other) => other.phone === each.phone) < index);
  if (repeated !== undefined && repeated >= 0) {
    const detail = 'Each phone may be named once.';
    throw invalidInput([{ pointer: `${at}/phones/${repeated}/phone`, code: 'duplicate', detail }]);
  }
  if (typeof time_zone === 'string') checkTimeZone(time_zone, at);
}

/** What a row knows of its contact. */
export function personOf(row: ContactRow): Person {
  return { phone: row.phone, name: row.name, details: detailsOf(row) };
}

/**
 * A contact after what was given.
 * @param before undefined: it is new
 * @param at as in {@link checkGiven}
 * @throws DomainError `validation_failed`: the attributes are too large together
 */
export function personAfter(before: Person | undefined, given: GivenContact, at: string): Person {
  const { details = NO_DETAILS, ...known } = before ?? { phone: '', name: null };
  const { phone, phone_label, further_phones } = phonesAfter(known.phone, details, given);
  const kept = (value: string | null | undefined, old: string | null): string | null =>
    value === undefined ? old : value;
  return {
    phone,
    name: kept(given.name, known.name),
    details: {
      external_id: kept(given.external_id, details.external_id),
      phone_label,
      further_phones,
      attributes: attributesAfter(details.attributes, given.attributes, at),
      time_zone: kept(given.time_zone, details.time_zone),
    },
  };
}

/** Another first phone alone keeps the label and the further phones, but for itself. */
function phonesAfter(old: string, { phone_label, further_phones }: ContactDetails, { phone, phones }: GivenContact) {
  const [first, ...rest] = (phones ?? []).map(({ phone: each, label = null }): ContactPhone => ({
    phone: each,
    label,
  }));
  if (first) {
    return { phone: first.phone, phone_label: first.label, further_phones: rest };
  }
  const dialed = phone ?? old;
  return { phone: dialed, phone_label, further_phones: further_phones.filter((each) => each.phone !== dialed) };
}

function attributesAfter(old: Attributes, given: GivenContact['attributes'], at: string): Attributes {
  if (!given) return old;
  const merged = Object.entries({ ...old, ...given }).filter(([, value]) => value !== null);
  const attributes = Object.fromEntries(merged) as Attributes;
  const bytes = utf8Length(JSON.stringify(attributes));
  if (bytes <= ATTRIBUTES_BYTES) return attributes;
  const detail = `The attributes of a contact may have ${ATTRIBUTES_BYTES} bytes as JSON, not ${bytes}.`;
  throw invalidInput([{ pointer: `${at}/attributes`, code: 'too_long', detail }]);
}
