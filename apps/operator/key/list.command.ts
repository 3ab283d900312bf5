import type { Command } from 'commander';
import { AdminApi, adminCommand, type AdminOptions } from '../admin-api.js';
import { workspaceId } from '../arguments.js';
import type { Console } from '../console.js';
import { table, textOf } from '../table.js';
import { type ApiKey, keysPath } from './keys.js';

const EXAMPLES = ['smartlists key list 0192f0c1-…', 'smartlists key list 0192f0c1-… --json'];
const COLUMNS = ['KEY', 'NAME', 'PREFIX', 'SCOPES', 'STATE', 'LAST USED', 'CREATED'];

/** `smartlists key list`: the API keys of a workspace. */
export function listKeysCommand(console: Console): Command {
  return adminCommand('list', EXAMPLES)
    .summary('list the API keys of a workspace')
    .description('Lists the API keys of a workspace in the order of their creation, revoked and expired ones too.')
    .argument('<workspace>', 'its id', workspaceId)
    .action((id: string, options: AdminOptions) => run(console, id, options));
}

async function run(console: Console, id: string, { json, ...service }: AdminOptions): Promise<void> {
  const api = await AdminApi.open(console, service);
  const answer = await api.ask<{ readonly api_keys: readonly ApiKey[] }>('GET', keysPath(id));
  const { api_keys: keys } = answer;
  if (json) return console.print(JSON.stringify(answer, undefined, 2));
  const rows = keys.map((key) => row(key, console.now()));
  console.print(rows.length === 0 ? 'The workspace has no API key.' : table(COLUMNS, rows));
}

function row(key: ApiKey, now: number): readonly string[] {
  const { api_key_id, name, prefix, scopes, last_used_at, created_at } = key;
  return [api_key_id, name, prefix, scopes.join(','), stateOf(key, now), textOf(last_used_at), created_at];
}

function stateOf({ revoked_at, expires_at }: ApiKey, now: number): string {
  if (revoked_at !== null) return `revoked ${revoked_at}`;
  if (expires_at === null) return 'valid';
  return `${Date.parse(expires_at) <= now ? 'expired' : 'until'} ${expires_at}`;
}
