import { resolve } from 'node:path';
import { Command } from 'commander';
import type { Console } from '../console.js';
import { checkFiles, type ComparedLog, compareWithLog } from './check-export.js';

const EXAMPLES = `
Checks by itself that nothing in an export was changed, added or left out since it was written. With --log, it also reads
the log again, by the environment of the service, and compares each event: what differs because a person was erased
since is counted, everything else is a difference.

Examples:
  $ smartlists audit verify ./november
  $ smartlists audit verify ./november --log
  $ smartlists audit verify ./november --log --json

Exit codes: 0 everything fits, 2 the command was not understood or cannot be carried out, 3 the directory is no export, 4 a
file, a store or the log cannot be read now, 5 something does not fit: its place is named, 130 interrupted. With 2 to 4 and
130 one sentence on standard error, with --json { "ok": false, "error": "…" } on standard output.`;

interface Options {
  readonly log?: true;
  readonly json?: true;
}

/** `smartlists audit verify`: checks an export. */
export function verifyExportCommand(console: Console): Command {
  return new Command('verify')
    .summary('check that an export was not changed')
    .description('Checks an export by itself, and with --log against the log.')
    .argument('<directory>', 'what audit export has written')
    .option('--log', 'compare it with the log as well')
    .option('--json', 'print the result, or what is wrong with the command, as JSON')
    .addHelpText('after', EXAMPLES)
    .action((directory: string, options: Options) => run(console, resolve(directory), options));
}

async function run(console: Console, directory: string, { log, json }: Options): Promise<void> {
  const { manifest, misfit: ofFiles } = await checkFiles(directory);
  const fits = manifest && ofFiles === undefined ? manifest : undefined;
  if (fits && !json) console.print(`${fits.events} events, unchanged: chain ${fits.chain}.`);
  const compared = fits && log ? await compareWithLog(console, directory, fits) : undefined;
  const misfit = ofFiles ?? compared?.misfit;
  const ok = misfit === undefined;
  if (json) {
    const ofLog = compared ? { events: compared.events, erased: compared.erased } : null;
    console.print(JSON.stringify({ ok, misfit: misfit ?? null, directory, manifest, log: ofLog }, undefined, 2));
  } else if (!ok) console.print(`IT DOES NOT FIT: ${misfit}`);
  else if (compared) console.print(sameInWords(compared));
  if (!ok) console.fail('check_failed');
}

function sameInWords({ erased }: ComparedLog): string {
  return `The log has the same events${erased === 0 ? '' : `; persons in ${erased} of them were erased since`}.`;
}
