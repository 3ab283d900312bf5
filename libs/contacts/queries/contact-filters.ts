import type { AttributeFilter } from '../domain/attribute-terms.js';

export const CONTACT_SORTS = ['created', 'name'] as const;
export type ContactSort = (typeof CONTACT_SORTS)[number];

/** Which contacts are listed, and in which order: each fits all filters that are given. */
export interface ContactFilters {
  /** Among the phones of the contact; E.164. */
  readonly phone: string | undefined;
  readonly externalId: string | undefined;
  readonly namePrefix: string | undefined;
  /** One that is searchable in the workspace. */
  readonly attribute: AttributeFilter | undefined;
  /** Bounds of the first import, both inclusive. */
  readonly from: string | undefined;
  readonly to: string | undefined;
  /** Undefined: the names with `namePrefix`, else the first import, or what `phone` finds first. */
  readonly sort: ContactSort | undefined;
  readonly isDescending: boolean;
}
