import { Argument, Command } from 'commander';
import { SUBJECT_TYPES, type SubjectType } from '#kernel';
import { pastInstant, subjectOf, workspaceId } from '../arguments.js';
import { type Console, Refusal } from '../console.js';
import { loadPast, refuse } from '../past.js';
import { foundWorkspace } from './found-workspace.js';
import { entryAsJson, entryInWords } from './timeline-text.js';

const EXAMPLES = `
Every event that touched the subject, in the order of the log: when, what, who, the place in the log, the id of the event
and of its request, the event that caused it, and each field that it changed, before and after, as the API shows it. Both
sides are those of the instant of the event. Events that name the subject and change no field of it are shown with their
own values. Reads the log beside a running service, by the same environment; nothing is written. Personal data that was
erased is null.

Without --workspace the log of all workspaces is read once before, for the one that has an event about the subject. Where
several have one, as for a contact that was imported by the same id, they are named, and one has to be given.

Examples:
  $ smartlists audit timeline list 0192f0c1-…
  $ smartlists audit timeline member 0192f0c1-…/0192f0c5-… --workspace 0192f0c0-… --from 2026-11-20T00:00:00Z
  $ smartlists audit timeline call 0192f0c7-… --workspace 0192f0c0-… --json | jq .changes
  $ smartlists audit timeline contact 0192f0c5-… --workspace 0192f0c0-… --follow

Exit codes: 0 told, or interrupted while it followed; 2 the command was not understood, or several workspaces have the subject; 3 there is no such subject or
workspace; 4 a store or the log cannot be read now; 130 interrupted. With 2 to 130 one sentence on standard error.`;

interface Options {
  readonly workspace?: string;
  readonly from?: string;
  readonly to?: string;
  readonly json?: true;
  readonly follow?: true;
}

/** `smartlists audit timeline`: what happened to one thing. */
export function timelineCommand(console: Console): Command {
  return new Command('timeline')
    .summary('every event that touched one thing, and what it changed')
    .description('Tells every event that touched a list, a member, a contact, … and what it changed.')
    .addArgument(new Argument('<subject>', 'what it is').choices(SUBJECT_TYPES))
    .argument('<id>', 'its id; of a member <list id>/<contact id>')
    .option('--workspace <id>', 'whose it is; without it the log is searched for it', workspaceId)
    .option('--from <instant>', 'only events of this instant and later', pastInstant(console))
    .option('--to <instant>', 'only events up to this instant', pastInstant(console))
    .option('--json', 'one line of JSON an event')
    .option('--follow', 'tell later events as they are written, until Ctrl-C')
    .addHelpText('after', EXAMPLES)
    .action((type: SubjectType, id: string, options: Options) => run(console, type, id, options));
}

async function run(console: Console, type: SubjectType, id: string, options: Options): Promise<void> {
  const { workspace, from, to: until, json, follow: isLive = false } = options;
  const subject = { type, ids: subjectOf(type, id) };
  if (isLive && until !== undefined) throw new Refusal('--follow has no end: leave --to out.');
  if (from !== undefined && until !== undefined && from > until) throw new Refusal('--from is later than --to.');
  const { readTimeline } = await loadPast();
  const signal = console.interruption();
  const { environment } = console;
  const given = workspace ?? (type === 'workspace' ? subject.ids[0] : undefined);
  const workspaceId = given ?? (await foundWorkspace(console, signal, subject.ids, `${type} ${subject.ids.join('/')}`));
  const reading = { environment, workspaceId, subject, from, until, isLive, signal };
  let told = 0;
  try {
    for await (const { entries, part, caughtUp } of readTimeline(reading)) {
      // The bar and the entries may be on one terminal.
      if (entries.length > 0) console.progress(undefined, '');
      for (const entry of entries) console.print(json ? entryAsJson(entry) : entryInWords(entry));
      told += entries.length;
      if (caughtUp) console.progress(undefined, '');
      else console.progress(part, `${told} events`);
    }
  } catch (error) {
    if (isLive && signal.aborted) return;
    refuse(error);
  } finally {
    console.progress(undefined, '');
  }
  if (told === 0) console.note('No event touched it in that time.');
}
