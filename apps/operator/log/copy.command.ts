import { Command } from 'commander';
import { workspaceId } from '../arguments.js';
import { type Console, Refusal } from '../console.js';
import { refuse } from '../past.js';

const EXAMPLES = `
Copies the log of a service and the keys of its personal data into another store: from SQLite to EventStoreDB and MongoDB,
back, or from one of a kind to another. Events stay as they are, in their order, with their ids, revisions, times and links.
Rows are not copied: the service that is started on the copy makes them. docs/how-to/outgrow-one-machine.md has the steps.

What is there already is compared and not copied again. So it may be interrupted and run again, and it may run while the
service goes on: the last run, with the service stopped, takes over what came since. A log that is not the beginning of the
one to copy is refused, and stays as it is. Until the service is started on it, nothing else may use the copy.

In the end the copy is read back. The digest that is printed is of both logs, as log verify prints it. Keys stay wrapped:
the service on the copy needs the same SECRETS_KEY.

With --workspace it copies one workspace into the log of another service, which has others: beside both services where the
other one is on EventStoreDB, and with that one stopped where it is on SQLite. It waits until you have paused the writes of the
workspace, copies what came last, and says how to resume them there. docs/how-to/move-a-workspace.md has the steps.

--from and --to are URLs as in EVENTSTORE_URL, --from-keys and --to-keys as in PERSONAL_KEYS_URL; keys of SQLite stand in
keys.db beside the log. Without --from it is the log of the environment, as everywhere. A URL with a password can be seen by
other users of the machine while the command runs: set COPY_TO and COPY_TO_KEYS instead.

Examples:
  $ smartlists log copy --to 'esdb://node1:2113' --to-keys 'mongodb://rows1/smart_lists_keys'
  $ smartlists log copy --to sqlite:./data/events.db
  $ smartlists log copy --workspace 0192f0c1-… --to 'esdb://node2:2113' --to-keys 'mongodb://rows2/smart_lists_keys'
  $ smartlists log copy --from sqlite:./data/events.db --to sqlite:/mnt/other/events.db --json | jq -r .digest

Exit codes: 0 the copy is there and the same, 2 the command was not understood or cannot be carried out, 3 the log has no such
workspace, 4 a log or its keys cannot be read or written now, 5 the copy is not what was read, or an event cannot be copied,
130 interrupted. With 4 and 130 run it again. With 2 to 5 and 130 one sentence on standard error, with --json
{ "ok": false, "error": "…" } on standard output.`;

interface Options {
  readonly from?: string;
  readonly fromKeys?: string;
  readonly to?: string;
  readonly toKeys?: string;
  readonly workspace?: string;
  readonly json?: true;
}

/** `smartlists log copy`: copies a log and its keys into another store. */
export function copyLogCommand(console: Console): Command {
  return new Command('copy')
    .summary('copy the log and its keys into another store')
    .description('Copies a log and the keys of its personal data into another store, or goes on with a copy.')
    .option('--from <url>', 'the log to copy; default: that of the environment')
    .option('--from-keys <url>', 'its keys, where --from is EventStoreDB')
    .option('--to <url>', 'the log that becomes a copy; default: COPY_TO')
    .option('--to-keys <url>', 'its keys, where --to is EventStoreDB; default: COPY_TO_KEYS')
    .option('--workspace <id>', 'one workspace alone, into a log that has others', workspaceId)
    .option('--json', 'print the result, or what is wrong with the command, as JSON')
    .addHelpText('after', EXAMPLES)
    .action((options: Options) => run(console, options));
}

async function run(console: Console, { from, fromKeys, json, workspace, ...given }: Options): Promise<void> {
  const { environment } = console;
  const to = given.to ?? environment['COPY_TO'];
  if (!to) throw new Refusal('--to is missing: the URL of the log that becomes a copy, or COPY_TO.');
  const toKeys = given.toKeys ?? (to.startsWith('sqlite:') ? undefined : environment['COPY_TO_KEYS']);
  // Loaded on demand: other commands start in a tenth of the time without it.
  const { copyLog } = await import('../../service/copy/index.js');
  const progress: Console['progress'] = (part, text) => console.progress(part, text);
  const signal = console.interruption();
  const waits = (): void => {
    console.note(
      `It is copied as far as it is written. Pause its writes now: smartlists workspace change ${workspace} --set writes_paused=true --url …`,
    );
  };
  const copied = await copyLog({
    environment,
    from,
    fromKeys,
    to,
    toKeys,
    workspaceId: workspace,
    signal,
    progress,
    waits,
  })
    .catch(refuse)
    .finally(() => console.progress(undefined, ''));
  const { events, keys } = copied;
  // As log verify prints it, in words and in JSON.
  const digest = `${events}:${copied.digest}`;
  if (json) return console.print(JSON.stringify({ ok: true, ...copied, digest }, undefined, 2));
  const before = events - copied.copied;
  console.print(`${events} events are there, ${copied.copied} of them copied now and ${before} there before.`);
  console.print(`${keys} keys of personal data are there, shredded ones included.`);
  console.print(`Digest ${digest}`);
  if (workspace === undefined) {
    console.note('Start the service there with the same SECRETS_KEY, and with empty stores of rows.');
  } else {
    console.note(`Resume its writes there: smartlists workspace change ${workspace} --set writes_paused=false --url …`);
  }
}
