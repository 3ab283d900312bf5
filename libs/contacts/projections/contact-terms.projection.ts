import type { Projection } from '#kernel';
import {
  CONTACT_TERMS,
  type ContactTermRow,
  evolveTerm,
  isTermEvent,
  termKeys,
  termsTouched,
} from '../domain/contact-terms.js';

/** External ids, further phones and searchable attributes, by which contacts are found. */
export const contactTermsProjection: Projection<ContactTermRow> = {
  collection: CONTACT_TERMS,
  version: 1,
  keys: (event) => (isTermEvent(event) ? termKeys(event) : []),
  evolve: (row, event, key) => (isTermEvent(event) ? evolveTerm(row, event, key) : row),
  touches: (event) => (isTermEvent(event) ? termsTouched(event) : []),
  personal: ({ term }) => [term],
};
