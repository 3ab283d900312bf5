import type { Command } from 'commander';
import { AdminApi, adminCommand, type AdminOptions } from '../admin-api.js';
import type { Console } from '../console.js';
import { type Rebuild, tellRebuild, watchRebuild } from './rebuilds.js';

const MORE = `
The rows are folded from the log beside those that are served, compared with them while both move, and served in their
place in one step. Where rows differ they are named and nothing is exchanged, unless --force says so. The service goes
on answering; Ctrl-C ends this command and not the rebuild, which the service finishes, also after a restart.
Exit code 5: rows differ, or the rebuild has failed.`;
const EXAMPLES = ['smartlists projections rebuild', 'smartlists projections rebuild --force --json'];

interface Options extends AdminOptions {
  readonly force?: true;
}

/** `smartlists projections rebuild`: rebuilds the rows of a running service. */
export function rebuildCommand(console: Console): Command {
  return adminCommand('rebuild', EXAMPLES, MORE)
    .summary('rebuild the rows from the log, compare and exchange them')
    .description('Rebuilds the rows of a running service from its log.')
    .option('--force', 'exchange them even where they differ; it is recorded')
    .action((options: Options) => run(console, options));
}

async function run(console: Console, { json, force, ...service }: Options): Promise<void> {
  const api = await AdminApi.open(console, service);
  const { rebuild } = await api.ask<{ readonly rebuild: Rebuild }>('POST', '/admin/projections/rebuild', {
    force: force === true,
  });
  tellRebuild(console, await watchRebuild(console, api, rebuild), json);
}
