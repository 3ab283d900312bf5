import { Command } from 'commander';
import { AdminApi, type ServiceOptions, withServiceOptions } from '../admin-api.js';
import type { Console } from '../console.js';

const EXAMPLES = `
The admin token stands in ADMIN_TOKEN unless a file holds it. The secrets and the keys stay what they are. It may be repeated at any
time.

Examples:
  $ ADMIN_TOKEN=… smartlists secrets reseal
  $ smartlists secrets reseal --url https://lists.example/api/v1 --token-file token.txt --json

Exit codes: 0 every stored secret is sealed, and every workspace's personal keys are wrapped, under the first key of
SECRETS_KEY, 1 some open under none of its keys, or
some workspaces could not be written now (workspaces_waiting in the JSON: run it again later, and keep the older key
until then), 2 the command was not understood or the service refuses it, 4 no service answers now: with 2 and 4 one
sentence on standard error, with --json { "ok": false, "error": "…" } on standard output. What was sealed until then
stays so.`;

interface Options extends ServiceOptions {
  readonly json?: true;
}

interface Counts {
  readonly resealed: number;
  readonly unopened: number;
  readonly rewrapped: number;
  readonly not_unwrapped: number;
  readonly workspaces_waiting: number;
}

/** `smartlists secrets reseal`: makes a running service reseal its stored secrets under its newest key. */
export function resealCommand(console: Console): Command {
  return withServiceOptions(new Command('reseal'))
    .summary('have a running service seal stored secrets under the first SECRETS_KEY')
    .description('Seals every stored signing secret under the first key of SECRETS_KEY, through a running service.')
    .option('--json', 'print the counts, or what is wrong with the command, as JSON')
    .addHelpText('after', EXAMPLES)
    .action((options: Options) => run(console, options));
}

async function run(console: Console, { json, ...service }: Options): Promise<void> {
  const api = await AdminApi.open(console, service);
  const counts = { resealed: 0, unopened: 0, rewrapped: 0, not_unwrapped: 0, workspaces_waiting: 0 };
  for (const answer of await api.pages<Counts>('POST', '/admin/secrets/reseal')) {
    counts.resealed += answer.resealed;
    counts.unopened += answer.unopened;
    counts.rewrapped += answer.rewrapped;
    counts.not_unwrapped += answer.not_unwrapped;
    counts.workspaces_waiting += answer.workspaces_waiting;
  }
  const ok = counts.unopened + counts.not_unwrapped + counts.workspaces_waiting === 0;
  console.print(json ? JSON.stringify({ ok, ...counts }, undefined, 2) : inWords(counts));
  if (!ok) console.fail();
}

function inWords({ resealed, unopened, rewrapped, not_unwrapped, workspaces_waiting: waiting }: Counts): string {
  const sentences = [
    `Sealed under the first key of SECRETS_KEY: ${resealed}. Workspaces whose personal keys were wrapped under it: ${rewrapped}.`,
  ];
  if (unopened > 0) sentences.push(`OPEN UNDER NONE OF ITS KEYS: ${unopened}; rotate them.`);
  if (not_unwrapped > 0) sentences.push(`WORKSPACES WHOSE PERSONAL KEYS NONE OF ITS KEYS UNWRAPS: ${not_unwrapped}.`);
  if (waiting > 0) sentences.push(`WORKSPACES THAT COULD NOT BE WRITTEN NOW: ${waiting}; reseal again later.`);
  return sentences.join(' ');
}
