import type { Command } from 'commander';
import { AdminApi, adminCommand, type AdminOptions } from '../admin-api.js';
import type { Console } from '../console.js';
import { fields } from '../table.js';

const EXAMPLES = [
  'smartlists workspace create --name "Harbour Sales" --time-zone Europe/Vienna',
  'smartlists key create 0192f0c1-… --name CRM --scopes smart_lists:read,contacts:write',
];

interface Options extends AdminOptions {
  readonly name: string;
  readonly timeZone: string;
}

/** `smartlists workspace create`: makes a workspace. */
export function createWorkspaceCommand(console: Console): Command {
  return adminCommand('create', EXAMPLES, 'The workspace has no API key yet: the second example makes one.')
    .summary('create a workspace')
    .description('Creates a workspace; every setting but name and time zone has its default.')
    .requiredOption('--name <name>', 'for people')
    .requiredOption('--time-zone <zone>', 'the IANA name of the time zone whose days count')
    .action((options: Options) => run(console, options));
}

async function run(console: Console, { name, timeZone, json, ...service }: Options): Promise<void> {
  const api = await AdminApi.open(console, service);
  const body = { name, time_zone: timeZone };
  const answer = await api.ask<{ readonly workspace: object }>('POST', '/admin/workspaces', body);
  console.print(json ? JSON.stringify(answer, undefined, 2) : fields(answer.workspace));
}
