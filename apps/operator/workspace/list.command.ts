import type { Command } from 'commander';
import { AdminApi, adminCommand, type AdminOptions } from '../admin-api.js';
import type { Console } from '../console.js';
import { table } from '../table.js';
import { allWorkspaces, type Workspace } from './workspaces.js';

const EXAMPLES = ['smartlists workspace list', 'smartlists workspace list --url https://lists.example/api/v1 --json'];
const COLUMNS = ['WORKSPACE', 'NAME', 'TIME ZONE', 'CONTACTS', 'MEMBERS', 'OPEN CALLS', 'CREATED'];

/** `smartlists workspace list`: all workspaces of a running service. */
export function listWorkspacesCommand(console: Console): Command {
  return adminCommand('list', EXAMPLES)
    .summary('list all workspaces')
    .description('Lists all workspaces in the order of their creation, with what each holds.')
    .action((options: AdminOptions) => run(console, options));
}

async function run(console: Console, { json, ...service }: AdminOptions): Promise<void> {
  const workspaces = await allWorkspaces(await AdminApi.open(console, service));
  if (json) console.print(JSON.stringify({ ok: true, workspaces }, undefined, 2));
  else console.print(workspaces.length === 0 ? 'There is no workspace.' : table(COLUMNS, workspaces.map(row)));
}

function row({ workspace_id, name, time_zone, use, created_at }: Workspace): readonly string[] {
  const counts = [use.contacts, use.members, use.open_calls].map(String);
  return [workspace_id, name, time_zone, ...counts, created_at];
}
