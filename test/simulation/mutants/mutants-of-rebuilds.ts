import type { Mutant } from './mutant.js';

/** Of rows that are rebuilt beside those that are live. */
export const MUTANTS_OF_REBUILDS: readonly Mutant[] = [
  {
    name: 'rebuilt rows are compared with rows that lack what the fold has',
    from: 59,
    isRare: true,
    file: 'apps/service/rebuild/shared-building.js',
    find: 'await untilReached(growing.position, { log: store, live, sleep, signal });',
    replace: '',
  },
  {
    name: 'rows that were live before keep what is erased since',
    from: 293,
    file: 'libs/read-model/personal-rows.js',
    find: 'return now !== undefined',
    replace: 'return false',
  },
];
