import type { Command } from 'commander';
import { AdminApi, adminCommand, type AdminOptions } from '../admin-api.js';
import type { Console } from '../console.js';
import { type Rebuild, tellRebuild, watchRebuild } from './rebuilds.js';

const MORE = `
They are kept until the next start of the service, the next rebuild, or the next erasure of a contact, and are brought
to the end of the log before they are served. Exit code 5: that has failed.`;

/** `smartlists projections back`: serves the rows before the last rebuild again. */
export function backCommand(console: Console): Command {
  return adminCommand('back', ['smartlists projections back'], MORE)
    .summary('serve the rows before the last rebuild again')
    .description('Serves the rows again that a running service had before their last rebuild.')
    .action((options: AdminOptions) => run(console, options));
}

async function run(console: Console, { json, ...service }: AdminOptions): Promise<void> {
  const api = await AdminApi.open(console, service);
  const { rebuild } = await api.ask<{ readonly rebuild: Rebuild }>('POST', '/admin/projections/back');
  tellRebuild(console, await watchRebuild(console, api, rebuild), json);
}
