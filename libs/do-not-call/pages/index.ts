import { ENTRIES_PAGE } from './entries-page.js';

/** The pages of this slice. */
export const DO_NOT_CALL_PAGES = [ENTRIES_PAGE];
