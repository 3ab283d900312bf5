import { Command, Option } from 'commander';
import { wholeNumber, workspaceId } from '../arguments.js';
import type { Console } from '../console.js';
import { loadPast, refuse, type RowDifference, type VerifiedRows } from '../past.js';
import { differenceInWords } from './difference-text.js';
import { notVerified, notVerifiedInWords } from './held-text.js';

const EXAMPLES = `
Folds the log anew in a temporary directory, and compares each row of the running service with what that came to: rows of
the same events must be equal, rows that are written meanwhile are compared again. Names the rows that are not, by
collection, key and field; values are not shown. A workspace that an event holds back which cannot be read or projected,
also for want of a personal key, is judged up to that event only, and named: it is not verified. Reads the stores by the
environment of the service; nothing is written to them. To be run every night.

With --sample, that many rows of each collection are compared, chosen by chance anew each time over the whole collection:
rows of the fold, which may be missing or different, and rows of the service, which no event may have made. The others are
not judged. It spares the stores of the service the second read of each row, and not the fold.

Examples:
  $ smartlists projections verify
  $ smartlists projections verify --workspace 0192f0c1-…
  $ smartlists projections verify --sample 1000

Exit codes: 0 all rows that were compared are equal, 2 the command was not understood or cannot be carried out, 3 the log
has no event of the workspace, 4 a store or the log cannot be read now, or the rows are behind the log, 5 rows differ, or a
workspace is held back: they are named, 130 interrupted. With 2 to 4 and 130 one sentence on standard error, with --json
{ "ok": false, "error": "…" } on standard output.`;

/** Rows, and workspaces, that are printed; of the ones behind them, only the number is. */
const ROWS_PRINTED = 20;
/** Rows of each collection in the largest sample: two keys for each are in memory, some 300 bytes a key. */
const LARGEST_SAMPLE = 1_000_000;

interface Options {
  readonly workspace?: string;
  readonly sample?: number;
  readonly json?: true;
}

/** `smartlists projections verify`: compares the rows of a service with a fresh fold of its log. */
export function verifyRowsCommand(console: Console): Command {
  return new Command('verify')
    .summary('compare the rows with a fresh fold of the log')
    .description('Compares the rows of a service with a fresh fold of its log.')
    .option('--workspace <id>', 'only rows of this workspace', workspaceId)
    .addOption(
      new Option('--sample <rows>', 'compare this number of rows of each collection, chosen by chance')
        .argParser(wholeNumber(1, LARGEST_SAMPLE))
        .conflicts('all'),
    )
    .option('--all', 'compare all rows, as without --sample')
    .option('--json', 'print one line of JSON for each row that differs, and one at the end')
    .addHelpText('after', EXAMPLES)
    .action((options: Options) => run(console, options));
}

async function run(console: Console, { workspace, sample, json }: Options): Promise<void> {
  const { verifyRows } = await loadPast();
  let differences = 0;
  const found = (difference: RowDifference): void => {
    differences += 1;
    console.progress(undefined, '');
    if (json) console.print(JSON.stringify(difference));
    else if (differences <= ROWS_PRINTED) console.print(`IT DIFFERS: ${differenceInWords(difference)}.`);
  };
  const progress = (part: number | undefined, text: string): void => console.progress(part, text);
  const signal = console.interruption();
  const { environment } = console;
  const verified = await verifyRows({ environment, workspaceId: workspace, sample, signal, found, progress })
    .catch(refuse)
    .finally(() => console.progress(undefined, ''));
  if (json) console.print(jsonOf(verified, differences, sample));
  else tell(console, verified, differences, sample);
  if (differences > 0 || verified.held.length > 0) console.fail('check_failed');
}

function jsonOf(
  { equal, blanked, moving, unjudged, held, isPartial: partial, position }: VerifiedRows,
  differences: number,
  sample: number | null = null,
): string {
  const ok = differences === 0 && held.length === 0;
  const counts = { ok, equal, blanked, differences, moving, unjudged };
  return JSON.stringify({ ...counts, sample, partial, held: notVerified(held), position: position ?? null });
}

function tell(console: Console, verified: VerifiedRows, differences: number, sample: number | undefined): void {
  const { equal, blanked, moving, unjudged, held } = verified;
  if (differences > ROWS_PRINTED) console.print(`… and ${differences - ROWS_PRINTED} more rows.`);
  const others = differences > 0 ? `, ${differences} not` : '';
  console.print(`${equal} rows are what a fresh fold of the log comes to${others}.`);
  if (sample !== undefined) console.print(sampleInWords(verified, differences, sample));
  if (blanked > 0)
    console.note(`${blanked} of them have personal data that has ended on one side, and was not compared.`);
  if (moving > 0) console.note(`${moving} rows were written all the time, and not compared.`);
  const workspaces = notVerified(held);
  for (const each of workspaces.slice(0, ROWS_PRINTED)) console.print(`NOT VERIFIED: ${notVerifiedInWords(each)}.`);
  if (workspaces.length > ROWS_PRINTED) console.print(`… and ${workspaces.length - ROWS_PRINTED} more workspaces.`);
  if (unjudged > 0) console.print(`${unjudged} rows have events of streams that are held back, and were not judged.`);
}

function sampleInWords({ equal, isPartial }: VerifiedRows, differences: number, sample: number): string {
  if (!isPartial) return `All rows were compared: no collection has more than ${sample}.`;
  const rows = equal + differences;
  return `A sample was compared: ${rows} rows, ${sample} of each collection at most. The other rows were not judged.`;
}
