import { resolve } from 'node:path';
import { Command } from 'commander';
import type { Console } from '../console.js';
import { loadBackup, tell, watched } from './backups.js';
import { verifyBackupCommand } from './verify.command.js';

const EXAMPLES = `
Copies the log, the keys of personal data and the file of SECRETS_KEY of the embedded pair, beside a running service, by
its own environment (DATA_DIR, EVENTSTORE_URL, SECRETS_KEY), as the user that it runs as. Appends go on meanwhile. Rows
are not copied: a service makes them from the log. The backup is checked as backup verify does, before the directory gets
its name.

Where SECRETS_KEY is set, the backup does not have it: keep it apart. Where it is a file, the backup has it, and whoever
has the backup can read the personal data in it. What to do after a restore, and how EventStoreDB and MongoDB are backed
up: docs/how-to/backup-and-restore.md.

Examples:
  $ smartlists backup /backups/$(date +%F)
  $ smartlists backup verify /backups/2026-11-23
  $ smartlists restore /backups/2026-11-23 --to ./data

Exit codes: 0 the backup is there and fits, 2 the command was not understood or cannot be carried out, 4 a store or a
file cannot be read or written now, 5 the backup is there, and the log itself has what does not fit: it is named, and
restore refuses the backup, 130 interrupted. With 2, 4 and 130 there is no backup, and one sentence on standard error,
with --json { "ok": false, "error": "…" } on standard output.`;

interface Options {
  readonly json?: true;
}

/** `smartlists backup`: copies the stores of the embedded pair. @param version of this program */
export function backupCommand(console: Console, version: string): Command {
  return (
    new Command('backup')
      .summary('back up the log and its keys beside a running service')
      .description('Copies the log and its keys of the embedded pair into a new directory, as of one moment.')
      .argument('<directory>', 'one that does not exist, or is empty')
      .option('--json', 'print the manifest, or what is wrong with the command, as JSON')
      .addHelpText('after', EXAMPLES)
      .action((directory: string, options: Options) => run(console, version, directory, options))
      .addCommand(verifyBackupCommand(console))
      // What stands behind `verify` belongs to it: both have --json.
      .enablePositionalOptions()
  );
}

async function run(console: Console, version: string, directory: string, { json }: Options): Promise<void> {
  const { makeBackup } = await loadBackup();
  const made = await watched(console, (watching) => makeBackup({ ...watching, directory, version }));
  tell(console, made, `${resolve(directory)} is a backup`, json);
}
