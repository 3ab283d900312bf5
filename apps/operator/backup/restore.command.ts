import { resolve } from 'node:path';
import { Command } from 'commander';
import type { Console } from '../console.js';
import { fits, loadBackup, tell, watched } from './backups.js';

const EXAMPLES = `
Puts the files of a backup into a new data directory and checks them as backup verify does; if anything does not fit,
nothing is left there. The service that is started on it makes its rows from the log.

BEFORE you start it: a backup brings back what was ended since. Who was erased, which API keys were revoked and which
secrets rotated after it was made has to be done again. docs/how-to/backup-and-restore.md has the list.

Examples:
  $ smartlists restore /backups/2026-11-23 --to ./data
  $ SECRETS_KEY=… smartlists restore /backups/2026-11-23 --to /var/lib/smart-lists

Exit codes: 0 restored, 2 the command was not understood or cannot be carried out, 3 it is no backup, 4 a file cannot be
read or written now, 5 something does not fit: it is named, 130 interrupted. With 2 to 5 and 130 nothing was restored.`;

interface Options {
  readonly to: string;
  readonly json?: true;
}

/** `smartlists restore`: puts a backup into a new data directory. */
export function restoreCommand(console: Console): Command {
  return new Command('restore')
    .summary('put a backup into a new data directory')
    .description('Puts a backup into a new data directory, once everything in it fits.')
    .argument('<directory>', 'of the backup')
    .requiredOption('--to <directory>', 'the DATA_DIR of the service; it does not exist, or is empty')
    .option('--json', 'print the result, or what is wrong with the command, as JSON')
    .addHelpText('after', EXAMPLES)
    .action((directory: string, options: Options) => run(console, directory, options));
}

async function run(console: Console, directory: string, { to, json }: Options): Promise<void> {
  const { restoreBackup } = await loadBackup();
  const restored = await watched(console, (watching) => restoreBackup({ ...watching, directory, to }));
  tell(console, restored, `${resolve(to)} has the backup`, json);
  if (!fits(restored)) return;
  console.note(`Do again what was erased, revoked or rotated after ${restored.manifest.made_at}.`);
}
