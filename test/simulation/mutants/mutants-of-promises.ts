import type { Mutant } from './mutant.js';

/** Faults in limits of a contact over all lists. */
export const MUTANTS_OF_PROMISES: readonly Mutant[] = [
  {
    name: 'limits of a contact do not count the calls to its number',
    file: 'libs/dialing/domain/queue/contact-attempts.js',
    find: 'return key === null ? [phone] : [numberHash(key, phone), phone];',
    replace: 'return [];',
  },
];
