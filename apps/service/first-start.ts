import type { Logger } from 'pino';
import type { IdSource } from '#kernel';
import type { Progress, ReadModel } from '#read-model';
import type { CommandDecider } from '#workspace-head';
import { createDemoWorkspace, hasWorkspace, type Randomness } from '#workspaces';
import type { Config } from './config.js';

export interface WelcomePorts {
  readonly progress: Pick<Progress, 'whenReady'>;
  readonly readModel: ReadModel;
  readonly decider: CommandDecider;
  readonly ids: IdSource;
  readonly randomness: Randomness;
  readonly logger: Pick<Logger, 'warn'>;
}

/**
 * Makes sure that a first start leads to a key, once the rows are a complete copy. A failure ends neither the service
 * nor a request: it is logged, or stands in the health of the read model.
 */
export function welcome(url: string, { production, adminTokens }: Config, ports: WelcomePorts): void {
  const { progress, logger } = ports;
  const ready = progress.whenReady();
  if (production) {
    ready.then(() => warnOfNoWayIn(adminTokens, ports)).catch(() => undefined);
    return;
  }
  ready
    .then(() => greetNewcomer(url, ports))
    .catch((err: unknown) => logger.warn({ err }, 'no workspace to try could be made'));
}

/**
 * A start outside production on a log without any workspace: makes one to try and prints its key, once, with requests
 * to copy. On stderr and not through the logger: keys are never logged (docs/reference/http-contract.md#api-keys). The
 * log decides, not the existence of its file: a first start that failed after making the file (its port was taken) must
 * not use up the greeting.
 */
export async function greetNewcomer(
  url: string,
  ports: Pick<WelcomePorts, 'decider' | 'ids' | 'randomness' | 'readModel'>,
): Promise<void> {
  const demo = await createDemoWorkspace({ ...ports, kind: 'test' });
  if (demo) process.stderr.write(greeting(url, demo.secret));
}

/**
 * A start in production on a log without any workspace: it listens, and without the admin token nobody could ever be
 * let in.
 */
export async function warnOfNoWayIn(
  adminTokens: readonly unknown[],
  ports: { readonly readModel: Pick<ReadModel, 'page'>; readonly logger: Pick<Logger, 'warn'> },
): Promise<void> {
  if (adminTokens.length > 0 || (await hasWorkspace(ports.readModel))) return;
  ports.logger.warn(
    'There is no workspace yet and ADMIN_TOKEN is not set, so nobody can make one or get a key: set ADMIN_TOKEN and start again.',
  );
}

/** With an id, so that a repeated import does not make Ada a second time. */
const IMPORT = JSON.stringify({
  contacts: [{ contact_id: '0198f4b2-8d2f-7b4c-8e5f-60718293a4b5', phone: '+493012345678', name: 'Ada' }],
});

function greeting(url: string, key: string): string {
  const auth = `-H 'Authorization: Bearer ${key}'`;
  const json = `-H 'Content-Type: application/json'`;
  return `
A new event log. This is a key to its workspace "Demo", shown only now:

  ${key}

Try it. The contact_id is a UUID of your choice: an import that is sent again changes this contact; without a contact_id
it makes another one.

  curl -s ${auth} ${json} ${url}/contacts/batch -d '${IMPORT}'
  curl -s ${auth} ${json} ${url}/smart-lists -d '{"name":"Fresh leads","priority":"high"}'
  curl -s ${auth} ${url}/smart-lists

The API reference: ${url}/docs

`;
}
