import { CALLS_PAGE } from './calls-page.js';

/** The pages of this slice. */
export const DIALING_PAGES = [CALLS_PAGE];
