import { CONTACTS_PAGE } from './contacts-page.js';

/** The pages of this slice. */
export const CONTACT_PAGES = [CONTACTS_PAGE];
