import type { Collection, Projection } from '#kernel';
import { EXPIRED_ROWS } from '../domain/index.js';
import { attributeIndexingProjection } from './attribute-indexing.projection.js';
import { contactTermsProjection } from './contact-terms.projection.js';
import { contactsProjection } from './contacts.projection.js';
import { erasuresProjection } from './erasures.projection.js';
import { zonesRefreshProjection } from './zones-refresh.projection.js';

/** Every projection of this slice. */
export const CONTACT_PROJECTIONS: readonly Projection[] = [
  contactsProjection,
  contactTermsProjection,
  attributeIndexingProjection,
  zonesRefreshProjection,
  erasuresProjection,
];

/** Collections that no projection feeds: the read model has to be opened with them too. */
export const CONTACT_CACHE_COLLECTIONS: readonly Collection[] = [EXPIRED_ROWS];
