import { type EventView, type EventViews, subjectsOf } from '#kernel';
import type { AttributeIndexingAdvanced, ContactAttributesIndexed } from './attribute-terms.js';
import type { ContactEvent } from './contact.js';
import type { ContactZonesRefreshAdvanced, ContactZonesRefreshRequested } from './refresh-zones.js';

const ofContact = ({ contact_id }: { readonly contact_id: string }) => subjectsOf('contact', contact_id);
const ofWorkspace = (_data: object, workspaceId: string) => subjectsOf('workspace', workspaceId);
const ID_ALONE: EventView<{ readonly contact_id: string }> = { shows: { contact_id: true }, subjects: ofContact };

/** How GET /events shows the events of contacts. */
export const CONTACT_EVENT_VIEWS: EventViews<
  | ContactEvent
  | ContactAttributesIndexed
  | AttributeIndexingAdvanced
  | ContactZonesRefreshRequested
  | ContactZonesRefreshAdvanced
> = {
  ContactImported: {
    shows: {
      contact_id: true,
      phone: true,
      name: true,
      barred: true,
      capped_until: true,
      phone_zones: true,
      zones_table: true,
      zones: true,
    },
    subjects: ofContact,
  },
  ContactChanged: {
    shows: {
      contact_id: true,
      phone: true,
      old_phone: true,
      name: true,
      barred: true,
      capped_until: true,
      phone_zones: true,
      zones_table: true,
      zones: true,
    },
    subjects: ofContact,
  },
  ContactDetailsChanged: {
    shows: {
      contact_id: true,
      slots: true,
      searchable: true,
      number: true,
      external_id: true,
      phone_label: true,
      further_phones: true,
      attributes: true,
      time_zone: true,
      zones: true,
    },
    subjects: ofContact,
  },
  ContactAttributesIndexed: {
    shows: { contact_id: true, number: true, slots: true, searchable: true, attributes: true },
    subjects: ofContact,
  },
  AttributeIndexingAdvanced: {
    shows: { up_to_number: true, done: true },
    subjects: ofWorkspace,
  },
  ContactZonesRefreshRequested: { shows: { zones_table: true }, subjects: ofWorkspace },
  ContactZonesRefreshAdvanced: { shows: { up_to_number: true, done: true }, subjects: ofWorkspace },
  ContactDeleted: ID_ALONE,
  ContactErasureRequested: ID_ALONE,
  ContactErased: ID_ALONE,
  ContactErasureAnnounced: { shows: { contact_id: true, up_to_number: true }, subjects: ofContact },
  ContactErasureCompleted: ID_ALONE,
};
