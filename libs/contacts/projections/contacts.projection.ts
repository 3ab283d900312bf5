import type { IndexTouch, Projection, RecordedEvent } from '#kernel';
import { CONTACTS, type ContactRow, evolveContact, isContactEvent } from '../domain/contact.js';

/** The directory in which references are looked up. */
export const contactsProjection: Projection<ContactRow> = {
  collection: CONTACTS,
  version: 5,
  keys: (event) => (isContactEvent(event) ? [[event.metadata.workspace_id, event.data.contact_id]] : []),
  evolve: (row, event) => (isContactEvent(event) ? evolveContact(row, event) : row),
  touches: positionsTouched,
  personal: personalOf,
};

/**
 * The phone that a contact has after the event, and its place among all once it exists. The phone it had before is not
 * named: the index still returns the row, and it is judged as it is now.
 */
function positionsTouched(event: RecordedEvent): readonly IndexTouch[] {
  // A deletion, and so an erasure, moves no row to a phone.
  if (!isContactEvent(event) || !('phone' in event.data)) return [];
  const { workspace_id } = event.metadata;
  const { contact_id, phone } = event.data;
  const key = [workspace_id, contact_id];
  const byPhone = { index: 'by_phone', prefix: [workspace_id, 1, phone ?? ''], key };
  return event.type === 'ContactImported'
    ? [byPhone, { index: 'by_number', prefix: [workspace_id, 1], key }]
    : [byPhone];
}

/**
 * Each value in a place of its own: the further phones with their labels are one, so are the attributes
 * and the zones.
 */
function personalOf(row: ContactRow): readonly (string | null)[] {
  const { phone, name, name_key, external_id, phone_label, further_phones, attributes, time_zone, phone_zones } = row;
  const phones = further_phones.length === 0 ? null : JSON.stringify(further_phones);
  const zones = phone_zones.length === 0 ? null : JSON.stringify(phone_zones);
  return [phone, name, name_key, external_id, phone_label, phones, attributes, time_zone, zones];
}
