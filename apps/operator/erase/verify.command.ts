import { Command } from 'commander';
import { type Console, Refusal } from '../console.js';
import { searchFiles } from './search-files.js';

const EXAMPLES = `
Each line of the file is a phone or a name that must not be found any more; - is standard input, which leaves no trace
in the shell's history. Point it at everything that may hold personal data: the data directory (its files may be in
use), the directory of EventStoreDB, a dump of MongoDB, backups. What is encrypted or packed (but for .gz) is searched
as it is. Texts that were found are not printed, but their line in the file is.

Examples:
  $ echo +12025550101 | smartlists erase verify - ./data
  $ smartlists erase verify erased.txt ./data /backups/lists --json

Exit codes: 0 nothing was found, 1 something was, 2 the command was not understood or a path cannot be read: then one
sentence on standard error, with --json { "ok": false, "error": "…" } on standard output.`;

/** Findings that are printed; all of them are counted. */
const PRINTED = 100;
/** The rows of the embedded pair, in which copies remain until the service compacts them. */
const ROWS = /read-model\.db(?:\.[0-9a-f]{8})?(?:-wal)?$/;
const COMPACTED = `What stands in the files of rows may be gone soon: a running service compacts them after erasures
(docs/reference/personal-data.md#the-blank-on-the-disk). Search again then.`;
/** Characters: a shorter text is found everywhere by chance. */
const LEAST = 3;

interface Options {
  readonly json?: true;
}

/** `smartlists erase verify`: searches files for what was erased. */
export function verifyErasureCommand(console: Console): Command {
  return new Command('verify')
    .summary('search files for personal data that was erased')
    .description('Searches every byte of files and directories for phones and names that were erased.')
    .argument('<texts>', 'a file with a phone or a name in each line; - for standard input')
    .argument('<path...>', 'files and directories')
    .option('--json', 'print the findings, or what is wrong with the command, as JSON')
    .addHelpText('after', EXAMPLES)
    .action((texts: string, paths: readonly string[], options: Options) => run(console, texts, paths, options));
}

async function run(console: Console, file: string, paths: readonly string[], { json }: Options): Promise<void> {
  const lines = await linesIn(console, file);
  let [files, count] = [0, 0];
  const findings: { readonly file: string; readonly offset: number; readonly line: number }[] = [];
  try {
    const texts = lines.map(({ text }) => text);
    for await (const { text, ...place } of searchFiles(paths, texts, () => (files += 1))) {
      count += 1;
      if (findings.length < PRINTED) findings.push({ ...place, line: lines[text]!.number });
    }
  } catch (error) {
    throw new Refusal(`Not everything could be searched: ${(error as Error).message}.`);
  }
  if (json) console.print(JSON.stringify({ ok: count === 0, files, found: count, findings }, undefined, 2));
  else {
    for (const found of findings) console.print(`${found.file} @${found.offset}: line ${found.line}`);
    if (findings.some((found) => ROWS.test(found.file))) console.print(COMPACTED);
    console.print(count === 0 ? `Nothing was found in ${files} files.` : `FOUND ${count} TIMES in ${files} files.`);
  }
  if (count > 0) console.fail();
}

interface Line {
  /** Of the file, from 1. */
  readonly number: number;
  readonly text: string;
}

/** @throws Refusal no text, or one that is too short */
async function linesIn(console: Console, file: string): Promise<readonly Line[]> {
  const content = (await console.read(file)).toString();
  const all = content.split(/\r?\n/).map((line, at): Line => ({ number: at + 1, text: line.trim() }));
  const lines = all.filter(({ text }) => text !== '');
  if (lines.length === 0) throw new Refusal('What is to be searched for? The file of texts is empty.');
  const short = lines.find(({ text }) => text.length < LEAST);
  if (short) {
    throw new Refusal(`Line ${short.number} has less than ${LEAST} characters: it would be found by chance.`);
  }
  return lines;
}
