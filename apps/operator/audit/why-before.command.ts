import { Command } from 'commander';
import { idOf, pastInstant, workspaceId } from '../arguments.js';
import { type Console, Refusal } from '../console.js';
import { loadPast, refuse } from '../past.js';
import { foundWorkspace } from './found-workspace.js';
import { orderInWords } from './order-text.js';

const EXAMPLES = `
Says which of two contacts would have been called first at an instant, and the rule that decided: a gate that one of them
fails, with its value and threshold; the tier of its list; the cursor of the tier; the member number. A contact that is on
several lists is judged by the place from which it would be called first. Reads the log beside a running service, by the
same environment; nothing is written.

Without --workspace the log of all workspaces is read once before, for the one that has events about both. Where several
have them, they are named, and one has to be given.

Examples:
  $ smartlists audit why-before 0192f0c5-… 0192f0c6-… --at 2026-11-20T09:00:00Z
  $ smartlists audit why-before 0192f0c5-… 0192f0c6-… --at 2026-11-20T09:00:00Z --workspace 0192f0c0-…

Exit codes: 0 told, also where the second one comes first; 2 the command was not understood, or several workspaces have the contacts; 3 there was no such contact
or workspace; 4 a store or the log cannot be read now; 130 interrupted. With 2 to 130 one sentence on standard error.`;

interface Options {
  readonly workspace?: string;
  readonly at: string;
  readonly json?: true;
}

/** `smartlists audit why-before`: the rule that put one contact before another one. */
export function whyBeforeCommand(console: Console): Command {
  return new Command('why-before')
    .summary('why one contact would have been called before another one')
    .description('Names the rule that put one contact before another one at an instant.')
    .argument('<contact>', 'the id of a contact', idOf('a contact'))
    .argument('<other>', 'the id of another one', idOf('a contact'))
    .requiredOption('--at <instant>', 'in ISO 8601, with a zone', pastInstant(console))
    .option('--workspace <id>', 'whose contacts they are; without it the log is searched for it', workspaceId)
    .option('--json', 'as one JSON document')
    .addHelpText('after', EXAMPLES)
    .action((contact: string, other: string, options: Options) => run(console, [contact, other], options));
}

async function run(console: Console, contactIds: readonly [string, string], options: Options): Promise<void> {
  const { workspace, at, json } = options;
  if (contactIds[0] === contactIds[1]) throw new Refusal('Give two different contacts.');
  const { readOrder } = await loadPast();
  const { environment } = console;
  const progress = (part: number | undefined): void => console.progress(part, 'of the log');
  const signal = console.interruption();
  const what = `contacts ${contactIds.join(' and ')}`;
  const found = workspace ?? (await foundWorkspace(console, signal, contactIds, what));
  const asked = { environment, workspaceId: found, at, contactIds, signal, progress };
  const order = await readOrder(asked)
    .catch(refuse)
    .finally(() => console.progress(undefined, ''));
  if (json) return console.print(JSON.stringify(order, undefined, 2));
  for (const line of orderInWords(order)) console.print(line);
}
