import { Command } from 'commander';
import { idOf, workspaceId } from '../arguments.js';
import type { Console } from '../console.js';
import { type CausedEvent, type CauseTree, loadPast, refuse } from '../past.js';
import { actorInWords, saidInWords } from './timeline-text.js';

const EXAMPLES = `
The request behind an event, and everything that the request has led to, also through workers: effects stand indented
below the event that caused them, deliveries of webhooks and their attempts included. Events of one append have one
cause. What a worker began by itself has no request: its tree begins with the worker. Reads the log twice, beside a
running service, by the same environment; nothing is written. Without --workspace it is read up to the event in all
workspaces, and then in that of the event.

Examples:
  $ smartlists audit cause 0192f0c8-…
  $ smartlists audit cause 0192f0c8-… --workspace 0192f0c0-… --json

Exit codes: 0 told, 2 the command was not understood, 3 there is no such event, 4 a store or the log cannot be read now,
130 interrupted; with 2 to 130 one sentence on standard error.`;

interface Options {
  readonly workspace?: string;
  readonly json?: true;
}

/** `smartlists audit cause`: what led to an event, and what it led to. */
export function causeCommand(console: Console): Command {
  return new Command('cause')
    .summary('the request behind an event, and all that it led to')
    .description('Shows the request behind an event and every effect of that request, as a tree.')
    .argument('<event>', 'the id of an event', idOf('an event'))
    .option('--workspace <id>', 'whose event it is; without it the whole log is searched', workspaceId)
    .option('--json', 'as one JSON document')
    .addHelpText('after', EXAMPLES)
    .action((eventId: string, options: Options) => run(console, eventId, options));
}

async function run(console: Console, eventId: string, { workspace, json }: Options): Promise<void> {
  const { readCauses } = await loadPast();
  const { environment } = console;
  const progress = (part: number | undefined, what: string): void => console.progress(part, what);
  const options = { environment, workspaceId: workspace, eventId, signal: console.interruption(), progress };
  const tree = await readCauses(options)
    .catch(refuse)
    .finally(() => console.progress(undefined, ''));
  if (json) return console.print(JSON.stringify(tree, undefined, 2));
  for (const line of inWords(tree, eventId)) console.print(line);
}

function* inWords({ correlation_id, events }: CauseTree, asked: string): Generator<string> {
  const [first] = events;
  yield `request ${correlation_id}${first ? `, ${actorInWords(first)}` : ''}`;
  for (const event of events) yield* branch(event, asked, '  ');
}

function* branch(event: CausedEvent, asked: string, indent: string): Generator<string> {
  const { occurred_at, type, stream, revision, id, says, effects } = event;
  const mark = id === asked ? '  <- this event' : '';
  yield `${indent}${occurred_at}  ${type}, ${actorInWords(event)}${mark}`;
  yield `${indent}  ${stream} ${revision}, event ${id}`;
  const said = saidInWords(says);
  if (said !== undefined) yield `${indent}  ${said}`;
  for (const effect of effects) yield* branch(effect, asked, `${indent}    `);
}
