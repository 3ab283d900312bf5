import type { Projection } from '#kernel';
import { contactsProjection } from './contacts.projection.js';

/** Every projection of this slice. */
export const CONTACT_PROJECTIONS: readonly Projection[] = [contactsProjection];
