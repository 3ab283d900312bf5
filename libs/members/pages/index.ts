import { MEMBERS_PAGE } from './members-page.js';

/** The pages of this slice. */
export const MEMBER_PAGES = [MEMBERS_PAGE];
