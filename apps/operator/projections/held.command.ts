import { Command } from 'commander';
import { AdminApi, type ServiceOptions, withServiceOptions } from '../admin-api.js';
import type { Console } from '../console.js';

const EXAMPLES = `
The admin token stands in ADMIN_TOKEN unless a file holds it. Any process with the role api answers.

Examples:
  $ export ADMIN_TOKEN=…
  $ smartlists projections held
  $ smartlists projections held --url https://lists.example/api/v1 --token-file token.txt --json

Exit codes: 0 nothing is held back, 1 something is, 2 the command was not understood or the service refuses it, 4 no
service answers now: with 2 and 4 one sentence on standard error, with --json { "ok": false, "error": "…" } on standard
output.`;

interface Options extends ServiceOptions {
  readonly json?: true;
}

interface HeldStream {
  readonly stream: string;
  readonly revision: number;
  readonly type: string;
  readonly projection: string | null;
  readonly reason: string;
}

interface Page {
  readonly held_streams: readonly HeldStream[];
}

/** `smartlists projections held`: lists the streams that are held back by events that cannot be projected. */
export function heldCommand(console: Console): Command {
  return withServiceOptions(new Command('held'))
    .summary('list the streams that an event holds back')
    .description('Lists the streams that are held back by an event which the running service cannot read or project.')
    .option('--json', 'print the list, or what is wrong with the command, as JSON')
    .addHelpText('after', EXAMPLES)
    .action((options: Options) => run(console, options));
}

async function run(console: Console, { json, ...service }: Options): Promise<void> {
  const api = await AdminApi.open(console, service);
  const held = (await api.pages<Page>('GET', '/admin/held-streams')).flatMap((page) => page.held_streams);
  if (json) console.print(JSON.stringify({ ok: held.length === 0, held_streams: held }, undefined, 2));
  else console.print(held.length === 0 ? 'Nothing is held back.' : held.map(inWords).join('\n'));
  if (held.length > 0) console.fail();
}

function inWords({ stream, revision, type, projection, reason }: HeldStream): string {
  return `${stream} ${revision} (${type}${projection === null ? '' : `, ${projection}`}): ${reason}`;
}
