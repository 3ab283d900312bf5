import { ENDPOINT_DELIVERIES_PAGE } from './endpoint-deliveries-page.js';

/** The pages of this slice. */
export const WEBHOOK_PAGES = [ENDPOINT_DELIVERIES_PAGE];
