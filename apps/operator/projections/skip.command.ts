import { Command } from 'commander';
import { AdminApi, type ServiceOptions, withServiceOptions } from '../admin-api.js';
import { wholeNumber } from '../arguments.js';
import type { Console } from '../console.js';

const EXAMPLES = `
The admin token stands in ADMIN_TOKEN unless a file holds it. Any process with the role api answers.

What the event said is lost for good, also to a later version that knows it: prefer to start that version.
The log keeps who skipped it, when and why. The same command again changes nothing.

Examples:
  $ export ADMIN_TOKEN=…
  $ smartlists projections held
  $ smartlists projections skip workspace-0192f0c1-… 4711 --reason "Written by a version that was taken back."

Exit codes: 0 the event is skipped, 2 the command was not understood or the service refuses it, 3 there is no such
stream, 4 no service answers now: then one sentence on standard error, with --json { "ok": false, "error": "…" } on
standard output.`;

interface Options extends ServiceOptions {
  readonly reason: string;
  readonly json?: true;
}

/** `smartlists projections skip`: records that an event is skipped. */
export function skipCommand(console: Console): Command {
  return withServiceOptions(new Command('skip'))
    .summary('skip the event that holds a stream back, on the record')
    .description('Has the event skipped that holds a stream back: from then on it counts as one that changes nothing.')
    .argument('<stream>', 'as `projections held` names it')
    .argument('<revision>', 'place of the event in its stream', wholeNumber(0, 999_999_999_999_999))
    .requiredOption('--reason <text>', 'why; stands in the log for ever')
    .option('--json', 'print what was done, or what is wrong with the command, as JSON')
    .addHelpText('after', EXAMPLES)
    .action((stream: string, at: number, options: Options) => run(console, stream, at, options));
}

async function run(console: Console, stream: string, at: number, { reason, json, ...service }: Options): Promise<void> {
  const api = await AdminApi.open(console, service);
  const answer = await api.ask('POST', '/admin/held-streams/skip', { stream, revision: at, reason });
  console.print(json ? JSON.stringify(answer, undefined, 2) : `${stream} ${at} is skipped.`);
}
