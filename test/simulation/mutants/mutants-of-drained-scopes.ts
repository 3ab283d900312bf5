import type { Mutant } from './mutant.js';

/** Faults in the memory of drained scopes. */
export const MUTANTS_OF_DRAINED_SCOPES: readonly Mutant[] = [
  {
    name: 'a drained scope is remembered whatever happens',
    from: 79,
    file: 'libs/workspace-head/head/head.js',
    find: 'if (event.type !== COMMAND_RECORDED)',
    replace: 'if (event.type === COMMAND_RECORDED)',
  },
  {
    name: 'a drained scope is remembered past the next instant',
    from: 5_130,
    file: 'libs/dialing/domain/queue/drained-scopes.js',
    find: 'drained.from <= t && t < drained.until',
    replace: 'drained.from < drained.until',
  },
  {
    name: 'a drained list is remembered as the whole workspace',
    from: 350,
    file: 'libs/dialing/domain/queue/drained-scopes.js',
    find: 'JSON.stringify([smartListId, dialGroupId])',
    replace: 'JSON.stringify([])',
  },
];
