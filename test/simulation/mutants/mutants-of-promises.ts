import type { Mutant } from './mutant.js';

/** Faults in limits of a contact over all lists, and in pauses of writes. */
export const MUTANTS_OF_PROMISES: readonly Mutant[] = [
  {
    name: 'limits of a contact do not count the calls to its number',
    file: 'libs/dialing/domain/queue/contact-attempts.js',
    find: 'return key === null ? [phone] : [numberHash(key, phone), phone];',
    replace: 'return [];',
  },
  {
    name: 'writes are carried out while they are paused',
    file: 'libs/workspaces/domain/decide-workspace.js',
    find: 'if (events > 0 && isPaused(view))',
    replace: 'if (false)',
  },
];
