import { Command } from 'commander';
import { workspaceId } from '../arguments.js';
import type { Console } from '../console.js';
import { loadPast, refuse, type RowDifference, type VerifiedRows } from '../past.js';
import { differenceInWords } from './difference-text.js';
import { notVerified, notVerifiedInWords } from './held-text.js';

const EXAMPLES = `
Folds the log anew in a temporary directory, and compares each row of the running service with what that came to: rows of
the same events must be equal, rows that are written meanwhile are compared again. Names the rows that are not, by
collection, key and field; values are not shown. A workspace that an event holds back which cannot be read or projected,
also for want of a personal key, is judged up to that event only, and named: it is not verified. Reads the stores by the environment of the service; nothing is written to
them. To be run every night.

Examples:
  $ smartlists projections verify
  $ smartlists projections verify --workspace 0192f0c1-…

Exit codes: 0 all rows are equal, 2 the command was not understood or cannot be carried out, 3 the log has no event of the
workspace, 4 a store or the log cannot be read now, or the rows are behind the log, 5 rows differ, or a workspace is held
back: they are named, 130 interrupted. With 2 to 4 and 130 one sentence on standard error.`;

/** Rows, and workspaces, that are printed; of the ones behind them, only the number is. */
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
    const verified = await verifyRows({
      environment,
      workspaceId: workspace,
      signal,
      found,
      progress,
    });
    console.progress(undefined, '');
    if (json) console.print(jsonOf(verified, differences));
    else tell(console, verified, differences);
    if (differences > 0 || verified.held.length > 0) console.fail('check_failed');
  } catch (error) {
    refuse(error);
  } finally {
    console.progress(undefined, '');
  }
}

function jsonOf({ equal, moving, unjudged, held, position }: VerifiedRows, differences: number): string {
  return JSON.stringify({ equal, differences, moving, unjudged, held: notVerified(held), position: position ?? null });
}

function tell(console: Console, { equal, moving, unjudged, held }: VerifiedRows, differences: number): void {
  if (differences > ROWS_PRINTED) console.print(`… and ${differences - ROWS_PRINTED} more rows.`);
  const others = differences > 0 ? `, ${differences} not` : '';
  console.print(`${equal} rows are what a fresh fold of the log comes to${others}.`);
  if (moving > 0) console.note(`${moving} rows were written all the time, and not compared.`);
  const workspaces = notVerified(held);
  for (const each of workspaces.slice(0, ROWS_PRINTED)) console.print(`NOT VERIFIED: ${notVerifiedInWords(each)}.`);
  if (workspaces.length > ROWS_PRINTED) console.print(`… and ${workspaces.length - ROWS_PRINTED} more workspaces.`);
  if (unjudged > 0) console.print(`${unjudged} rows have events of streams that are held back, and were not judged.`);
}
