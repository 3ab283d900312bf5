import type { IndexTouch, Projection, RecordedEvent } from '#kernel';
import { CONTACTS, type ContactRow, evolveContact, isContactEvent } from '../domain/contact.js';

/** The directory in which references are looked up. */
export const contactsProjection: Projection<ContactRow> = {
  collection: CONTACTS,
  version: 2,
  keys: (event) => (isContactEvent(event) ? [[event.metadata.workspace_id, event.data.contact_id]] : []),
  evolve: (row, event) => (isContactEvent(event) ? evolveContact(row, event) : row),
  touches: phonesTouched,
  personal: ({ phone, name }) => [phone, name],
};

/**
 * The phone that a contact has after the event. The one it had before is not named: the index still returns the row,
 * and it is judged as it is now.
 */
function phonesTouched(event: RecordedEvent): readonly IndexTouch[] {
  // A deletion, and so an erasure, moves no row to a phone.
  if (!isContactEvent(event) || !('phone' in event.data)) return [];
  const { workspace_id } = event.metadata;
  const { contact_id, phone } = event.data;
  return [{ index: 'by_phone', prefix: [workspace_id, 1, phone ?? ''], key: [workspace_id, contact_id] }];
}
