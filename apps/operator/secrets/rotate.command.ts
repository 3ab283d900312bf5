import type { Command } from 'commander';
import { AdminApi, adminCommand, type AdminOptions } from '../admin-api.js';
import { wholeNumber, workspaceId } from '../arguments.js';
import { confirm } from '../confirm.js';
import type { Console } from '../console.js';

const EXAMPLES = [
  'smartlists secrets rotate 0192f0c1-…',
  'smartlists secrets rotate 0192f0c1-… --previous-expires-in 604800 --json',
  'smartlists secrets rotate 0192f0c1-… --previous-expires-in 0 --yes',
];
const MORE = `
Makes the first secret of the workspace, or another one beside the earlier ones, which go on signing until they expire.
The secret itself is printed this once: give it to every receiver. With 0 seconds the earlier ones end at once, and
receivers that do not have the new one refuse every webhook: yes has to be typed then, or --yes be given.`;
/** Seconds: the bound of the API, which is seven days. */
const MOST_SECONDS = 604_800;

interface Options extends AdminOptions {
  readonly previousExpiresIn?: number;
  readonly yes?: true;
}

/** `smartlists secrets rotate`: makes or rotates the secret that webhooks of a workspace are signed with. */
export function rotateSecretCommand(console: Console): Command {
  return adminCommand('rotate', EXAMPLES, MORE)
    .summary("create or rotate the secret that a workspace's webhooks are signed with")
    .description('Creates or rotates the secret that webhooks of a workspace are signed with, and prints it, once.')
    .argument('<workspace>', 'its id', workspaceId)
    .option(
      '--previous-expires-in <seconds>',
      'when the earlier secrets end; by default after a day',
      wholeNumber(0, MOST_SECONDS),
    )
    .option('--yes', 'do not ask')
    .action((id: string, options: Options) => run(console, id, options));
}

async function run(console: Console, id: string, options: Options): Promise<void> {
  const { previousExpiresIn: seconds, yes, json, ...service } = options;
  const api = await AdminApi.open(console, service);
  if (seconds === 0 && !yes) {
    await confirm(console, 'The earlier secrets end at once. Type yes to go on:', 'yes', '--yes');
  }
  const body = seconds === undefined ? {} : { previous_secret_expires_in: seconds };
  const path = `/admin/workspaces/${id}/signing-secrets`;
  const answer = await api.ask<{ readonly signing_secret: string }>('POST', path, body);
  console.print(json ? JSON.stringify(answer, undefined, 2) : answer.signing_secret);
  console.note('The secret is shown this once: the service does not show it again.');
}
