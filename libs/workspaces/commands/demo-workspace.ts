import { type Actor, type Decide, type IdSource, SCOPES } from '#kernel';
import type { ReadModel } from '#read-model';
import type { CommandDecider } from '#workspace-head';
import { createApiKey, createWorkspace, type KeyKind, type Randomness, WORKSPACES } from '../domain/index.js';
import { makeApiKey } from './make-api-key.js';

/** The result of a first start: a workspace to try, and its key. */
export interface DemoWorkspace {
  readonly workspaceId: string;
  readonly apiKeyId: string;
  /** The text of the key. It is stored nowhere: show it now. */
  readonly secret: string;
}

const ACTOR: Actor = { kind: 'system', id: 'first-start' };

/** Whether there is or was any workspace, deleted ones included. The rows must be complete. */
export async function hasWorkspace(readModel: Pick<ReadModel, 'page'>): Promise<boolean> {
  const first = await readModel.page(WORKSPACES, { index: 'by_creation', prefix: [], limit: 1 });
  return first.length > 0;
}

/**
 * Makes the workspace "Demo" with a key of all scopes, for the first start on an empty data directory outside
 * production.
 * @returns undefined, and nothing is made, if there is a workspace already. The rows must be complete
 * @throws DomainError `unavailable`: the stores do not answer
 */
export async function createDemoWorkspace(ports: {
  readonly decider: CommandDecider;
  readonly readModel: Pick<ReadModel, 'page'>;
  readonly ids: IdSource;
  readonly randomness: Randomness;
  readonly kind: KeyKind;
}): Promise<DemoWorkspace | undefined> {
  if (await hasWorkspace(ports.readModel)) return undefined;
  const workspaceId = ports.ids.next();
  const correlationId = ports.ids.next();
  const run = (decide: Decide) =>
    ports.decider.execute({ workspaceId, actor: ACTOR, correlationId, causationId: null, decide });
  await run(createWorkspace({ name: 'Demo', time_zone: 'UTC' }));
  const made = makeApiKey(ports.ids, ports.randomness, ports.kind);
  await run(createApiKey(made, { name: 'Demo', scopes: SCOPES, expires_at: null }));
  return { workspaceId, apiKeyId: made.apiKeyId, secret: made.text };
}
