import type { Command } from 'commander';
import { AdminApi, adminCommand, type AdminOptions } from '../admin-api.js';
import { idOf } from '../arguments.js';
import type { Console } from '../console.js';
import { type Decided, decisionInWords, parkedItem } from './parked-items.js';

const EXAMPLES = [
  'smartlists parked show 0192f0c1-…',
  'smartlists parked skip 0192f0c1-… --reason "The receiver is gone."',
];
const MORE = `
It cannot be undone: the item is never tried again, whatever is restarted, rebuilt or restored. The log keeps who skipped
it, when and why. What that means for the item, \`parked show\` says in \`on_skip\`. The same command again changes nothing.
Erasures of personal data are mended and never skipped.`;

interface Options extends AdminOptions {
  readonly reason: string;
}

/** `smartlists parked skip`: decides that a parked item is never tried again. */
export function skipParkedCommand(console: Console): Command {
  return adminCommand('skip', EXAMPLES, MORE)
    .summary('never try a parked item again, on the record')
    .description('Decides that a parked item is never tried again.')
    .argument('<item>', 'its id, as `parked list` names it', idOf('a parked item'))
    .requiredOption('--reason <text>', 'why; stands in the log for ever')
    .action((id: string, options: Options) => run(console, id, options));
}

async function run(console: Console, id: string, { reason, json, ...service }: Options): Promise<void> {
  const api = await AdminApi.open(console, service);
  // Of an event: that no other one is skipped that holds the stream back meanwhile.
  const { revision } = await parkedItem(api, id);
  const body = revision === null ? { reason } : { reason, revision };
  const answer = await api.ask<Decided>('POST', `/admin/parked/${id}/skip`, body);
  console.print(json ? JSON.stringify(answer, undefined, 2) : decisionInWords(answer));
}
