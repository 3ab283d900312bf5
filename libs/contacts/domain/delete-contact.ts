import { notFound, type WorkspaceView } from '#kernel';
import type { ContactDeleted } from './contact.js';
import { liveContact } from './references.js';

/**
 * The end of a contact, without that of its memberships (the caller puts that into the same append).
 * @throws DomainError `not_found` there is no such contact, or it was deleted
 */
export function deleteContact(view: WorkspaceView, contactId: string): ContactDeleted {
  if (!liveContact(view, contactId)) throw notFound('contact');
  return { type: 'ContactDeleted', data: { contact_id: contactId } };
}
