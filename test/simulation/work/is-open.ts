import type { Told } from '../world.js';

/** Whether nobody knows what came of a request: it may be sent again. A status of 500 says as little as no answer. */
export const isOpen = (told: Told): told is Extract<Told, { readonly kind: 'lost' }> =>
  told.kind === 'lost' || told.status >= 500;
