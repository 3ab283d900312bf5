import type { Mutant } from './mutant.js';

/** Faults in what a reset of a whole list counts. */
export const MUTANTS_OF_RESETS: readonly Mutant[] = [
  {
    name: 'a reset of a list is of nobody',
    from: 2_081,
    file: 'libs/eligibility/attempts.js',
    find: 'revision > settled_revision && attempt_count >= attempts',
    replace: 'false',
  },
];
