import type { Projection } from '#kernel';
import { contactsProjection } from './contacts.projection.js';
import { erasuresProjection } from './erasures.projection.js';

/** Every projection of this slice. */
export const CONTACT_PROJECTIONS: readonly Projection[] = [contactsProjection, erasuresProjection];
