import { resolve } from 'node:path';
import { Command } from 'commander';
import type { Console } from '../console.js';
import { loadBackup, tell, watched } from './backups.js';

const EXAMPLES = `
Restores the backup into a temporary directory (TMPDIR names another place for it), compares the SHA-256 of each file,
has SQLite check both stores, checks the log as log verify does (revisions, ids, times, links, and every event with its
personal data), and removes the directory. SECRETS_KEY is needed if the backup was made where it is set.

Examples:
  $ smartlists backup verify /backups/2026-11-23
  $ TMPDIR=/scratch smartlists backup verify /backups/2026-11-23 --json

Exit codes: 0 everything fits, 2 the command was not understood or cannot be carried out, 3 it is no backup, 4 a file
cannot be read or written now, 5 something does not fit: it is named, 130 interrupted. With 2 to 4 and 130 one sentence
on standard error, with --json { "ok": false, "error": "…" } on standard output.`;

/** `smartlists backup verify`: restores a backup for trial. */
export function verifyBackupCommand(console: Console): Command {
  return new Command('verify')
    .summary('restore a backup for trial, and check all of it')
    .description('Restores a backup into a temporary directory and checks everything in it.')
    .argument('<directory>', 'of the backup')
    .option('--json', 'print the result, or what is wrong with the command, as JSON')
    .addHelpText('after', EXAMPLES)
    .action((directory: string, _own: object, command: Command) => {
      // `backup` has the same option, and takes it first.
      const { json } = command.optsWithGlobals<{ readonly json?: true }>();
      return run(console, directory, json);
    });
}

async function run(console: Console, directory: string, json: true | undefined): Promise<void> {
  const { verifyBackup } = await loadBackup();
  const verified = await watched(console, (watching) => verifyBackup({ ...watching, directory }));
  tell(console, verified, `${resolve(directory)} fits`, json);
}
