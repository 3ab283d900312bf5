import type { Mutant } from './mutant.js';

/** Of files whose rows are done while they arrive. */
export const MUTANTS_OF_IMPORTS: readonly Mutant[] = [
  {
    name: 'rows that another request has done are done again',
    from: 102,
    file: 'libs/imports/domain/decide-import.js',
    find: 'if (rows[0].row !== before.up_to_row + 1)',
    replace: 'if (false)',
  },
  {
    name: 'an import goes on behind rows that were not done',
    file: 'libs/imports/domain/decide-import.js',
    find: 'const upTo = rows[judged.length - 1].row;',
    replace: 'const upTo = rows.at(-1).row;',
  },
  {
    name: 'an import goes on with another file',
    file: 'libs/imports/commands/row-intake.js',
    find: 'if (isResumed && batch.checkAt(begun.up_to_row) !== begun.check)',
    replace: 'if (false)',
  },
];
