import type { IdSource } from '#kernel';
import type { CommandDecider } from '#workspace-head';
import { createDemoWorkspace, nodeRandomness } from '#workspaces';

/**
 * The first start outside production: makes a workspace to try and shows its key, once, with requests to copy. On stderr and not
 * through the logger: keys are never logged (api.md, API keys).
 */
export async function greetNewcomer(url: string, decider: CommandDecider, ids: IdSource): Promise<void> {
  const { secret } = await createDemoWorkspace({ decider, ids, randomness: nodeRandomness, kind: 'test' });
  process.stderr.write(greeting(url, secret));
}

function greeting(url: string, key: string): string {
  const auth = `-H 'Authorization: Bearer ${key}'`;
  const json = `-H 'Content-Type: application/json'`;
  return `
A new data directory. This is a key to its workspace "Demo", shown only now:

  ${key}

Try it:

  curl -s ${auth} ${json} ${url}/contacts/batch -d '{"contacts":[{"phone":"+493012345678","name":"Ada"}]}'
  curl -s ${auth} ${json} ${url}/smart-lists -d '{"name":"Fresh leads","priority":"high"}'
  curl -s ${auth} ${url}/smart-lists

The API reference: ${url}/docs

`;
}
