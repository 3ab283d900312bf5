import { type EventViews, type EventSubject, subjectsOf } from '#kernel';
import type { DoNotCallEvent, HoldersNamed } from './entry.js';

/** The contacts that have the number; the number itself is no subject. */
const ofHolders = ({ contact_ids }: HoldersNamed): readonly EventSubject[] => subjectsOf('contact', ...contact_ids);

/** How GET /events shows the events of the do-not-call register. */
export const DO_NOT_CALL_EVENT_VIEWS: EventViews<DoNotCallEvent> = {
  DoNotCallAdded: {
    shows: {
      number_hash: true,
      phone: true,
      contact_id: true,
      reason: true,
      source: true,
      expires_at: true,
      contact_ids: true,
      more: true,
    },
    subjects: ofHolders,
  },
  DoNotCallChanged: {
    shows: { number_hash: true, reason: true, expires_at: true, contact_ids: true, more: true },
    subjects: ofHolders,
  },
  DoNotCallRemoved: { shows: { number_hash: true, contact_ids: true, more: true }, subjects: ofHolders },
  DoNotCallNumbersErased: {
    shows: { contact_id: true, number_hashes: true },
    subjects: ({ contact_id }) => subjectsOf('contact', contact_id),
  },
};
