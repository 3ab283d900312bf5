import { Command, InvalidArgumentError } from 'commander';
import type { KnownLog } from '#event-store';
import { type Console, Refusal } from '../console.js';
import { type CheckedLog, loadPast, refuse } from '../past.js';
import { unopenedInWords } from '../unopened-text.js';

const EXAMPLES = `
Reads the whole log and checks it by itself: positions, revisions without a gap, unique ids, events that this version can
read, times, and the link of each append, a SHA-256 over its events and all before them in their stream. A byte that was
changed is named with its place. Reads the log beside a running service, by the same environment.

Of the embedded pair it first has SQLite check the file, and checks the WAL, which SQLite drops from a damaged frame on.
Once a service has appended to such a log, only --known tells that its end was dropped.

Then the keys of its personal data: a workspace of which a key is missing, or is not unwrapped by SECRETS_KEY, is named. It
is no fault that a key was shredded, nor is anything of a deleted workspace. With --without-keys they are not looked at:
the log alone is enough then, and SECRETS_KEY is not needed.

Whoever can write the log can make new links. So keep the digest that is printed in another place: with --known it proves
later that nothing up to there was changed, taken out or put in.

Examples:
  $ smartlists log verify
  $ smartlists log verify --known 48211:pX3vO0…
  $ smartlists log verify --without-keys
  $ smartlists log verify --json | jq -r .digest

Exit codes: 0 everything fits, 2 the command was not understood or cannot be carried out, 3 the log is empty, 4 the log
cannot be read now, 5 something does not fit, or personal data cannot be opened: its place is named, 130 interrupted. With 2
to 4 and 130 one sentence on standard error, with --json { "ok": false, "error": "…" } on standard output.`;

interface Options {
  readonly known?: KnownLog;
  readonly withoutKeys?: true;
  readonly json?: true;
}

/** Places that are printed in words; of those behind them, only the number is. */
const PLACES_PRINTED = 20;
/** Places in the JSON, some 200 bytes each: of a log that is damaged all over, each event may be one. */
const PLACES_IN_JSON = 1_000;

interface Misfit {
  /** In the log, `stream@revision`. */
  readonly place: string;
  readonly what: string;
}

/** `smartlists log verify`: checks the log by itself. */
export function verifyLogCommand(console: Console): Command {
  return new Command('verify')
    .summary('check that the log is whole and unchanged')
    .description('Checks the log by itself, and against a digest that is known from before.')
    .option('--known <events:digest>', 'what log verify has printed before', knownLog)
    .option('--without-keys', 'leave out the keys of personal data')
    .option('--json', 'print what was found, or what is wrong with the command, as JSON')
    .addHelpText('after', EXAMPLES)
    .action((options: Options) => run(console, options));
}

async function run(console: Console, { known, withoutKeys, json }: Options): Promise<void> {
  const { verifyLog } = await loadPast();
  let misfits = 0;
  const places: Misfit[] = [];
  const found = (place: string, what: string): void => {
    misfits += 1;
    if (json && misfits <= PLACES_IN_JSON) places.push({ place, what });
    if (!json && misfits <= PLACES_PRINTED) console.print(`IT DOES NOT FIT: ${place} ${what}.`);
  };
  const progress = (part: number | undefined, events: number): void => console.progress(part, `${events} events`);
  const signal = console.interruption();
  const log = await verifyLog({ environment: console.environment, known, withoutKeys, signal, found, progress })
    .catch(refuse)
    .finally(() => console.progress(undefined, ''));
  if (log.events === 0 && misfits === 0) throw new Refusal('The log is empty.', 'not_found');
  if (json) console.print(jsonOf(log, misfits, places));
  else tell(console, log, misfits);
  if (misfits > 0 || log.unopened.length > 0) console.fail('check_failed');
}

function jsonOf(log: CheckedLog, misfits: number, places: readonly Misfit[]): string {
  const { events, streams, unlinked } = log;
  const ok = misfits === 0 && log.unopened.length === 0;
  const unopened = log.unopened.map(({ workspaceId: workspace_id, ...more }) => ({ workspace_id, ...more }));
  const digest = misfits === 0 ? digestOf(log) : null;
  return JSON.stringify({ ok, events, streams, unlinked, digest, misfits, places, unopened }, undefined, 2);
}

function tell(console: Console, log: CheckedLog, misfits: number): void {
  const { events, streams, unlinked, unopened } = log;
  if (misfits > PLACES_PRINTED) console.print(`… and ${misfits - PLACES_PRINTED} more places.`);
  console.print(`${events} events in ${streams} streams${misfits === 0 ? ', all of them fit' : ''}.`);
  if (unlinked > 0) {
    console.print(`${unlinked} of them have no link: only a digest from before proves what they say.`);
  }
  if (misfits === 0) console.print(`Digest ${digestOf(log)}`);
  for (const each of unopenedInWords(unopened)) console.print(`NOT VERIFIED: ${each}`);
}

/** As --known takes it. */
function digestOf({ events, digest }: CheckedLog): string {
  return `${events}:${digest}`;
}

/** @throws InvalidArgumentError */
function knownLog(text: string): KnownLog {
  const found = /^([1-9]\d{0,14}):([\w-]{43})$/.exec(text);
  if (!found) throw new InvalidArgumentError('It must be what log verify has printed behind "Digest".');
  return { events: Number(found[1]), digest: found[2]! };
}
