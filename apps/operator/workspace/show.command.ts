import type { Command } from 'commander';
import { AdminApi, adminCommand, type AdminOptions } from '../admin-api.js';
import { workspaceId } from '../arguments.js';
import type { Console } from '../console.js';
import { fields } from '../table.js';
import { findWorkspace } from './workspaces.js';

const EXAMPLES = ['smartlists workspace show 0192f0c1-…', 'smartlists workspace show 0192f0c1-… --json'];

/** `smartlists workspace show`: the settings, quotas and use of one workspace. */
export function showWorkspaceCommand(console: Console): Command {
  return adminCommand('show', EXAMPLES)
    .summary('show a workspace')
    .description('Shows the settings of a workspace, its quotas and what it holds.')
    .argument('<workspace>', 'its id', workspaceId)
    .action((id: string, options: AdminOptions) => run(console, id, options));
}

async function run(console: Console, id: string, { json, ...service }: AdminOptions): Promise<void> {
  const workspace = await findWorkspace(await AdminApi.open(console, service), id);
  console.print(json ? JSON.stringify({ ok: true, workspace }, undefined, 2) : fields(workspace));
}
