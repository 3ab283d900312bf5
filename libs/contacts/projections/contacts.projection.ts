import type { IndexTouch, Projection, RecordedEvent } from '#kernel';
import { CONTACTS, type ContactRow, evolveContact, isContactEvent } from '../domain/contact.js';

/** The directory in which references are looked up. */
export const contactsProjection: Projection<ContactRow> = {
  collection: CONTACTS,
  version: 1,
  keys: (event) => (isContactEvent(event) ? [[event.metadata.workspace_id, event.data.contact_id]] : []),
  evolve: (row, event) => (isContactEvent(event) ? evolveContact(row, event) : row),
  touches: phonesTouched,
};

function phonesTouched(event: RecordedEvent): readonly IndexTouch[] {
  if (!isContactEvent(event)) return [];
  const workspaceId = event.metadata.workspace_id;
  const phones = [event.data.phone];
  if (event.type === 'ContactChanged' && event.data.old_phone !== event.data.phone) phones.push(event.data.old_phone);
  return phones.map((phone) => ({
    index: 'by_phone',
    prefix: [workspaceId, 1, phone],
    key: [workspaceId, event.data.contact_id],
  }));
}
