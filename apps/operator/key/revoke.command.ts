import type { Command } from 'commander';
import { AdminApi, adminCommand, type AdminOptions } from '../admin-api.js';
import { idOf, workspaceId } from '../arguments.js';
import { confirm } from '../confirm.js';
import { type Console, Refusal } from '../console.js';
import { type ApiKey, keysPath } from './keys.js';

const EXAMPLES = [
  'smartlists key revoke 0192f0c1-… 0192f0d4-…',
  'smartlists key revoke 0192f0c1-… 0192f0d4-… --yes --json',
];
const MORE = `
It cannot be undone. The name of the key is asked for on a terminal; without one, --yes is needed. Revoking a key again
changes nothing.`;

interface Options extends AdminOptions {
  readonly yes?: true;
}

/** `smartlists key revoke`: revokes an API key at once. */
export function revokeKeyCommand(console: Console): Command {
  return adminCommand('revoke', EXAMPLES, MORE)
    .summary('revoke an API key at once')
    .description('Revokes an API key: once this is done, no process takes it any more.')
    .argument('<workspace>', 'its id', workspaceId)
    .argument('<key>', 'the id of the key', idOf('an API key'))
    .option('--yes', 'do not ask')
    .action((id: string, keyId: string, options: Options) => run(console, id, keyId, options));
}

async function run(console: Console, id: string, keyId: string, { yes, json, ...service }: Options): Promise<void> {
  const api = await AdminApi.open(console, service);
  if (!yes) await confirmName(console, api, id, keyId);
  const answer = await api.ask('DELETE', `${keysPath(id)}/${keyId}`);
  console.print(json ? JSON.stringify(answer, undefined, 2) : `API key ${keyId} is revoked.`);
}

async function confirmName(console: Console, api: AdminApi, id: string, keyId: string): Promise<void> {
  const { api_keys: keys } = await api.ask<{ readonly api_keys: readonly ApiKey[] }>('GET', keysPath(id));
  const key = keys.find(({ api_key_id }) => api_key_id === keyId);
  if (!key) throw new Refusal(`There is no API key ${keyId} in workspace ${id}.`, 'not_found');
  console.note(`${key.name} (${key.prefix}…), ${key.scopes.join(', ')}.`);
  await confirm(console, 'It is revoked for good. Type its name to go on:', key.name, '--yes');
}
