import { type Command, Option } from 'commander';
import { PARKED_KINDS } from '#workspaces/domain';
import { AdminApi, adminCommand, type AdminOptions } from '../admin-api.js';
import { workspaceId } from '../arguments.js';
import type { Console } from '../console.js';
import { table, textOf } from '../table.js';
import { allParked, type ParkedItem, type ParkedOptions } from './parked-items.js';

const EXAMPLES = [
  'smartlists parked list',
  'smartlists parked list --kind webhook_deliveries --workspace 0192f0c1-… --json',
];
const COLUMNS = ['ITEM', 'KIND', 'WORKSPACE', 'ABOUT', 'ATTEMPTS', 'LAST FAILURE', 'ERROR'];

/** `smartlists parked list`: what a running service has parked. */
export function listParkedCommand(console: Console): Command {
  return adminCommand('list', EXAMPLES, 'Exit code 1: something is parked.')
    .summary('list what is parked')
    .description('Lists the items of to-do lists that failed too often, and the events that hold streams back.')
    .addOption(new Option('--kind <kind>', 'only items of this kind').choices(PARKED_KINDS))
    .option('--workspace <workspace>', 'only items of this workspace', workspaceId)
    .action((options: AdminOptions & ParkedOptions) => run(console, options));
}

async function run(console: Console, options: AdminOptions & ParkedOptions): Promise<void> {
  const items = await allParked(await AdminApi.open(console, options), options);
  if (options.json) console.print(JSON.stringify({ ok: items.length === 0, parked_items: items }, undefined, 2));
  else console.print(items.length === 0 ? 'Nothing is parked.' : table(COLUMNS, items.map(row)));
  if (items.length > 0) console.fail();
}

function row({ item_id, kind, workspace_id, attempts, last_failed_at, error, ...of }: ParkedItem): readonly string[] {
  const about = `${of.subject_type} ${of.subject_id}${of.revision === null ? '' : `@${of.revision}`}`;
  return [item_id, kind, textOf(workspace_id), about, textOf(attempts), textOf(last_failed_at), error];
}
