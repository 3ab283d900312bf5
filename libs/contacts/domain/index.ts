import type { EventSchema } from '#kernel';
import { INDEXING_SCHEMAS } from './attribute-terms.js';
import { CONTACT_SCHEMAS } from './contact.js';
import { ZONES_REFRESH_SCHEMAS } from './refresh-zones.js';

export * from './attribute-indexing.js';
export * from './attribute-terms.js';
export * from './change-contact.js';
export * from './contact.js';
export * from './contact-details.js';
export * from './contact-terms.js';
export type { ContactWalk } from './contact-walk.js';
export * from './delete-contact.js';
export * from './entries-of-contacts.js';
export { readZonesOfContacts } from './zones-of-contacts.js';
export * from './erase-contacts.js';
export * from './erasures.js';
export * from './event-views.js';
export * from './expired-rows.js';
export * from './given-contact.js';
export * from './import-contacts.js';
export * from './import-rows.js';
export * from './imported-answer.js';
export * from './numbers.js';
export * from './present-contact.js';
export * from './references.js';
export * from './refresh-zones.js';

/** All events of this slice. */
export const CONTACTS_SCHEMAS: readonly EventSchema[] = [
  ...CONTACT_SCHEMAS,
  ...INDEXING_SCHEMAS,
  ...ZONES_REFRESH_SCHEMAS,
];
