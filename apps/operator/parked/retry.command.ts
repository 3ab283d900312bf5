import { type Command, Option } from 'commander';
import { PARKED_KINDS } from '#workspaces/domain';
import { AdminApi, adminCommand, type AdminOptions } from '../admin-api.js';
import { idOf, workspaceId } from '../arguments.js';
import { type Console, Refusal } from '../console.js';
import { allParked, type Decided, decisionInWords, type ParkedOptions } from './parked-items.js';

const EXAMPLES = [
  'smartlists parked retry 0192f0c1-…',
  'smartlists parked retry --all --kind webhook_deliveries --json',
];
const MORE = `
The process that has the work tries the item at once; its next failure parks it again, with the new error. An event that
cannot be projected is left out of --all: a version that knows it tries it when it starts.`;

interface Options extends AdminOptions, ParkedOptions {
  readonly all?: true;
}

/** `smartlists parked retry`: has parked items tried again. */
export function retryParkedCommand(console: Console): Command {
  return adminCommand('retry', EXAMPLES, MORE)
    .summary('try parked items again, at once')
    .description('Has a parked item tried again at once, or all of them.')
    .argument('[item]', 'its id, as `parked list` names it', idOf('a parked item'))
    .option('--all', 'all parked items, or those of --kind and --workspace')
    .addOption(new Option('--kind <kind>', 'with --all: only items of this kind').choices(PARKED_KINDS))
    .option('--workspace <workspace>', 'with --all: only items of this workspace', workspaceId)
    .action((id: string | undefined, options: Options) => run(console, id, options));
}

async function run(console: Console, id: string | undefined, options: Options): Promise<void> {
  const { all, kind, workspace, json, ...service } = options;
  if ((id === undefined) === (all === undefined)) throw new Refusal('Which item? Give its id, or --all.');
  if (id !== undefined && (kind ?? workspace) !== undefined) throw new Refusal('--kind and --workspace need --all.');
  const api = await AdminApi.open(console, service);
  const ids = id === undefined ? await triable(api, options) : [id];
  const decided: Decided[] = [];
  for (const each of ids) {
    const answer = await api.ask<Decided>('POST', `/admin/parked/${each}/retry`);
    decided.push(answer);
    if (!json) console.print(decisionInWords(answer));
  }
  if (json) console.print(JSON.stringify(all ? { ok: true, decided } : decided[0], undefined, 2));
  else if (decided.length === 0) console.print('Nothing is parked that could be tried again.');
}

async function triable(api: AdminApi, options: ParkedOptions): Promise<readonly string[]> {
  const items = await allParked(api, options);
  return items.filter(({ kind }) => kind !== 'event').map(({ item_id }) => item_id);
}
