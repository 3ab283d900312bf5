import { type EventView, type EventViews, subjectsOf } from '#kernel';
import type { ContactEvent } from './contact.js';

const ofContact = ({ contact_id }: { readonly contact_id: string }) => subjectsOf('contact', contact_id);
const ID_ALONE: EventView<{ readonly contact_id: string }> = { shows: { contact_id: true }, subjects: ofContact };

/** How GET /events shows the events of contacts. */
export const CONTACT_EVENT_VIEWS: EventViews<ContactEvent> = {
  ContactImported: { shows: { contact_id: true, phone: true, name: true }, subjects: ofContact },
  ContactChanged: { shows: { contact_id: true, phone: true, old_phone: true, name: true }, subjects: ofContact },
  ContactDeleted: ID_ALONE,
  ContactErasureRequested: ID_ALONE,
  ContactErased: ID_ALONE,
  ContactErasureAnnounced: { shows: { contact_id: true, up_to_number: true }, subjects: ofContact },
  ContactErasureCompleted: ID_ALONE,
};
