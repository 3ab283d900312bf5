import { Command } from 'commander';
import { workspaceId } from '../arguments.js';
import type { Console } from '../console.js';
import { loadPast, refuse, type RowDifference } from '../past.js';
import { differenceInWords } from './difference-text.js';

const EXAMPLES = `
Folds the log anew in a temporary directory, and compares each row of the running service with what that came to: rows of
the same events must be equal, rows that are written meanwhile are compared again. Names the rows that are not, by
collection, key and field; values are not shown. Reads the stores by the environment of the service; nothing is written to
them. To be run every night.

Examples:
  $ smartlists projections verify
  $ smartlists projections verify --workspace 0192f0c1-…

Exit codes: 0 all rows are equal, 2 the command was not understood or cannot be carried out, 4 a store or the log cannot be
read now, or the rows are behind the log, 5 rows differ: they are named. With 2 and 4 one sentence on standard error.`;

/** Rows that are printed; of the ones behind them, only the number is. */
const ROWS_PRINTED = 20;

interface Options {
  readonly workspace?: string;
  readonly json?: true;
}

/** `smartlists projections verify`: compares the rows of a service with a fresh fold of its log. */
export function verifyRowsCommand(console: Console): Command {
  return new Command('verify')
    .summary('compare the rows with a fresh fold of the log')
    .description('Compares the rows of a service with a fresh fold of its log.')
    .option('--workspace <id>', 'only rows of this workspace', workspaceId)
    .option('--json', 'print one line of JSON for each row that differs, and one at the end')
    .addHelpText('after', EXAMPLES)
    .action((options: Options) => run(console, options));
}

async function run(console: Console, { workspace, json }: Options): Promise<void> {
  const { verifyRows } = await loadPast();
  let differences = 0;
  const found = (difference: RowDifference): void => {
    differences += 1;
    console.progress(undefined, '');
    if (json) console.print(JSON.stringify(difference));
    else if (differences <= ROWS_PRINTED) console.print(`IT DIFFERS: ${differenceInWords(difference)}.`);
  };
  const progress = (part: number | undefined, text: string): void => console.progress(part, text);
  try {
    const signal = console.interruption();
    const { environment } = console;
    const { equal, moving, position } = await verifyRows({
      environment,
      workspaceId: workspace,
      signal,
      found,
      progress,
    });
    console.progress(undefined, '');
    if (json) console.print(JSON.stringify({ equal, differences, moving, position: position ?? null }));
    else tell(console, equal, differences, moving);
    if (differences > 0) console.fail('check_failed');
  } catch (error) {
    refuse(error);
  } finally {
    console.progress(undefined, '');
  }
}

function tell(console: Console, equal: number, differences: number, moving: number): void {
  if (differences > ROWS_PRINTED) console.print(`… and ${differences - ROWS_PRINTED} more rows.`);
  const others = differences > 0 ? `, ${differences} not` : '';
  console.print(`${equal} rows are what a fresh fold of the log comes to${others}.`);
  if (moving > 0) console.note(`${moving} rows were written all the time, and not compared.`);
}
