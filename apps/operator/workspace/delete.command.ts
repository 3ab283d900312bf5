import type { Command } from 'commander';
import { AdminApi, adminCommand, type AdminOptions } from '../admin-api.js';
import { workspaceId } from '../arguments.js';
import { confirm } from '../confirm.js';
import type { Console } from '../console.js';
import { findWorkspace } from './workspaces.js';

const EXAMPLES = [
  'smartlists workspace delete 0192f0c1-…',
  'smartlists workspace delete 0192f0c1-… --name "Harbour Sales" --json',
];
const MORE = `
It cannot be undone: its keys open nothing from then on, nothing of it is dialed or sent, and its personal data is
shredded. The name is asked for on a terminal; without one, --name has to give it.`;

interface Options extends AdminOptions {
  readonly name?: string;
}

/** `smartlists workspace delete`: deletes a workspace for good. */
export function deleteWorkspaceCommand(console: Console): Command {
  return adminCommand('delete', EXAMPLES, MORE)
    .summary('delete a workspace and everything in it, for good')
    .description('Deletes a workspace and everything in it, for good.')
    .argument('<workspace>', 'its id', workspaceId)
    .option('--name <name>', 'its name, as a confirmation')
    .action((id: string, options: Options) => run(console, id, options));
}

async function run(console: Console, id: string, { name, json, ...service }: Options): Promise<void> {
  const api = await AdminApi.open(console, service);
  const confirmed = name ?? (await typedName(console, api, id));
  const answer = await api.ask('DELETE', `/admin/workspaces/${id}`, { name: confirmed });
  console.print(json ? JSON.stringify(answer, undefined, 2) : `Workspace ${id} is deleted.`);
}

async function typedName(console: Console, api: AdminApi, id: string): Promise<string> {
  const { name, use } = await findWorkspace(api, id);
  console.note(`${name}: ${use.contacts} contacts, ${use.members} members, ${use.open_calls} open calls.`);
  await confirm(console, 'It is deleted for good. Type its name to go on:', name, '--name');
  return name;
}
