import type { Projection } from '#kernel';
import { contactsProjection } from './projections/contacts.projection.js';

export { ContactsModule } from './contacts.module.js';
export { CONTACT_SCHEMAS } from './domain/index.js';

/** Every projection of this slice. */
export const CONTACT_PROJECTIONS: readonly Projection[] = [contactsProjection];
