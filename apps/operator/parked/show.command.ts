import type { Command } from 'commander';
import { AdminApi, adminCommand, type AdminOptions } from '../admin-api.js';
import { idOf } from '../arguments.js';
import type { Console } from '../console.js';
import { fields } from '../table.js';
import { parkedItem } from './parked-items.js';

const EXAMPLES = ['smartlists parked show 0192f0c1-…', 'smartlists parked show 0192f0c1-… --json'];

/** `smartlists parked show`: everything that is known of a parked item. */
export function showParkedCommand(console: Console): Command {
  return adminCommand('show', EXAMPLES)
    .summary('show an item')
    .description('Shows an item, what went wrong, and what a retry and a skip will do. Also one that is settled.')
    .argument('<item>', 'its id, as `parked list` names it', idOf('a parked item'))
    .action((id: string, options: AdminOptions) => run(console, id, options));
}

async function run(console: Console, id: string, { json, ...service }: AdminOptions): Promise<void> {
  const item = await parkedItem(await AdminApi.open(console, service), id);
  console.print(json ? JSON.stringify({ ok: true, parked_item: item }, undefined, 2) : fields(item));
}
