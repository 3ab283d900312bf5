import type { EventOf, PersonDetails } from './events.js';
import type { Contact } from './state.js';

export const NO_PERSON: PersonDetails = {
  external_id: null,
  phone_label: null,
  further_phones: [],
  attributes: {},
  time_zone: null,
};

/** The details that an event gives. */
export function personIn({ data }: EventOf<'ContactDetailsChanged'>): PersonDetails {
  const { contact_id: _contact, slots: _slots, searchable: _names, number: _number, zones: _zones, ...details } = data;
  return details;
}

/** Since which revision a contact has each of its further phones, by its place among them. */
export function furtherSince(contact: Contact, event: EventOf<'ContactDetailsChanged'>): Contact['furtherSince'] {
  const names = personIn(event).further_phones.map(({ phone }, place) => `${place} ${phone}`);
  return new Map(names.map((name) => [name, contact.furtherSince.get(name) ?? event.revision]));
}

/** The live contact that got a further phone first. */
export function byFurtherPhone(contacts: Iterable<Contact>, phone: string): Contact | undefined {
  const all = [...contacts].flatMap((contact) =>
    contact.details.further_phones.flatMap((each, place) =>
      contact.live && each.phone === phone ? [{ contact, since: contact.furtherSince.get(`${place} ${phone}`)! }] : [],
    ),
  );
  return all.sort((a, b) => a.since - b.since)[0]?.contact;
}

/** The live contact of an external id. */
export function byExternalId(contacts: Iterable<Contact>, externalId: string): Contact | undefined {
  return [...contacts].find(({ live, details }) => live && details.external_id === externalId);
}

/** A contact as docs/reference/http-contract.md#contact shows it. */
export function shownContact({ phone, name, details }: Contact): object {
  const { phone_label, further_phones, ...rest } = details;
  return { phone, name, ...rest, phones: [{ phone, label: phone_label }, ...further_phones] };
}
