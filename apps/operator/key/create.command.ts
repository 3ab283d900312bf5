import type { Command } from 'commander';
import { AdminApi, adminCommand, type AdminOptions } from '../admin-api.js';
import { workspaceId } from '../arguments.js';
import type { Console } from '../console.js';
import { fields } from '../table.js';
import { type ApiKey, keysPath } from './keys.js';

const EXAMPLES = [
  'smartlists key create 0192f0c1-… --name CRM --scopes smart_lists:read,contacts:write',
  'smartlists key create 0192f0c1-… --name Audit --scopes calls:read --expires-at 2030-01-01T00:00:00.000Z --json',
];
const MORE = `
The key itself is printed this once: the service stores only its hash.`;

interface Options extends AdminOptions {
  readonly name: string;
  readonly scopes: readonly string[];
  readonly expiresAt?: string;
}

/** `smartlists key create`: makes an API key and prints it, once. */
export function createKeyCommand(console: Console): Command {
  return adminCommand('create', EXAMPLES, MORE)
    .summary('create an API key')
    .description('Creates an API key of a workspace and prints it, once.')
    .argument('<workspace>', 'its id', workspaceId)
    .requiredOption('--name <name>', 'for people')
    .requiredOption('--scopes <scopes>', 'what it may do, with commas between them', scopesIn)
    .option('--expires-at <instant>', 'from then on it is refused; by default never')
    .action((id: string, options: Options) => run(console, id, options));
}

async function run(console: Console, id: string, options: Options): Promise<void> {
  const { name, scopes, expiresAt, json, ...service } = options;
  const api = await AdminApi.open(console, service);
  const body = { name, scopes, ...(expiresAt !== undefined && { expires_at: expiresAt }) };
  const answer = await api.ask<{ readonly api_key: ApiKey; readonly secret: string }>('POST', keysPath(id), body);
  const { api_key: key, secret } = answer;
  console.print(json ? JSON.stringify(answer, undefined, 2) : fields({ ...key, secret }));
  console.note('The secret is shown this once: the service does not know it any more.');
}

function scopesIn(text: string): readonly string[] {
  return text.split(',').map((scope) => scope.trim());
}
