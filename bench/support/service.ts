import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';

const MAIN = fileURLToPath(new URL('../../apps/service/main.js', import.meta.url));
/** The token of the admin routes. */
export const ADMIN_TOKEN = 'the-admin-token-of-the-benchmarks-0123456789';
const READY_MS = 1_200_000;

/** The built service in a process of its own. */
export interface BenchService {
  readonly url: string;
  /** Milliseconds from the start of the process to the first 200 of /health/ready. */
  readonly readyAfterMs: number;
  /** Sends JSON and returns the body of a 2xx. */
  call<Body>(token: string, method: string, path: string, body?: unknown): Promise<Body>;
  stop(): Promise<void>;
}

/** A workspace with a key that has the scopes of all benchmarks. */
export interface Tenant {
  readonly workspaceId: string;
  readonly key: string;
}

/** A port that was free a moment ago. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

export interface ServiceVariant {
  /** Added to the environment of every benchmark. */
  readonly env?: Readonly<Record<string, string>> | undefined;
  /** Another entry point than the service's own. */
  readonly main?: string | undefined;
}

/** Starts the service on a data directory, or on the stores in `env`. Rate limits are on, and too high to refuse. */
export async function startService(
  dataDir: string,
  { env = {}, main = MAIN }: ServiceVariant = {},
): Promise<BenchService> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const started = performance.now();
  const child = spawn(process.execPath, [main], {
    // As in production: no demo workspace, so that the log contains only what the benchmark wrote.
    env: {
      ...process.env,
      NODE_ENV: 'production',
      HOST: '127.0.0.1',
      PORT: String(port),
      DATA_DIR: dataDir,
      ADMIN_TOKEN,
      RATE_LIMIT_READ: '10000000/1',
      RATE_LIMIT_WRITE: '10000000/1',
      LOG_LEVEL: 'warn',
      ...env,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const abandon = (): void => void child.kill('SIGKILL');
  process.once('exit', abandon);
  child.once('exit', () => process.off('exit', abandon));
  const readyAfterMs = await ready(child, url, started);
  return {
    url,
    readyAfterMs,
    call: (token, method, path, body) => call(url, token, method, path, body),
    stop: async () => {
      child.kill('SIGTERM');
      if (child.exitCode === null) await once(child, 'exit');
    },
  };
}

async function ready(child: ChildProcess, url: string, started: number): Promise<number> {
  while (performance.now() - started < READY_MS) {
    if (child.exitCode !== null) throw new Error(`the service ended with ${child.exitCode}`);
    const answer = await fetch(`${url}/health/ready`).catch(() => undefined);
    await answer?.body?.cancel();
    if (answer?.status === 200) return performance.now() - started;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  child.kill('SIGKILL');
  throw new Error(`the service was not ready within ${READY_MS / 1000} s`);
}

async function call<Body>(url: string, token: string, method: string, path: string, body?: unknown): Promise<Body> {
  const answer = await fetch(`${url}${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
  return JSON.parse(text) as Body;
}

/** Creates the workspace of a benchmark, and its key. */
export async function makeTenant(service: BenchService, time_zone = 'Europe/Berlin'): Promise<Tenant> {
  const { workspace } = await service.call<{ workspace: { workspace_id: string } }>(
    ADMIN_TOKEN,
    'POST',
    '/admin/workspaces',
    { name: 'Bench', time_zone },
  );
  const { workspace_id: workspaceId } = workspace;
  const scopes = ['smart_lists', 'contacts', 'calls'].flatMap((what) => [`${what}:read`, `${what}:write`]);
  return { workspaceId, key: await makeKey(service, workspaceId, scopes) };
}

/** Creates a key with these scopes, and returns it. */
export async function makeKey(service: BenchService, workspaceId: string, scopes: readonly string[]): Promise<string> {
  const path = `/admin/workspaces/${workspaceId}/api-keys`;
  const { secret } = await service.call<{ secret: string }>(ADMIN_TOKEN, 'POST', path, { name: 'Bench', scopes });
  return secret;
}

/** Asks the service to rebuild its rows beside those that are served. */
export async function startRebuild(service: BenchService): Promise<void> {
  await service.call(ADMIN_TOKEN, 'POST', '/admin/projections/rebuild', {});
}

/**
 * Whether the last rebuild has ended.
 * @throws Error unless its rows are served now
 */
export async function rebuildEnded(service: BenchService): Promise<boolean> {
  const { rebuild } = await service.call<{
    rebuild: { state: string; ended_at: string | null; error: string | null };
  }>(ADMIN_TOKEN, 'GET', '/admin/projections');
  if (rebuild.ended_at === null) return false;
  if (rebuild.state !== 'done') throw new Error(`the rebuild has ended: ${rebuild.state}, ${rebuild.error}`);
  return true;
}

/** Creates a signing secret for the webhooks of a workspace. */
export async function makeSigningSecret(service: BenchService, workspaceId: string): Promise<void> {
  await service.call(ADMIN_TOKEN, 'POST', `/admin/workspaces/${workspaceId}/signing-secrets`, {});
}

/** Creates a list and returns its id. */
export async function makeList(
  service: BenchService,
  key: string,
  name: string,
  settings: object = {},
): Promise<string> {
  const { smart_list } = await service.call<{ smart_list: { smart_list_id: string } }>(key, 'POST', '/smart-lists', {
    name,
    ...settings,
  });
  return smart_list.smart_list_id;
}

/** Creates calling hours and returns their id. */
export async function makeCallingHours(service: BenchService, key: string, hours: object): Promise<string> {
  const { calling_hours } = await service.call<{ calling_hours: { calling_hours_id: string } }>(
    key,
    'POST',
    '/calling-hours',
    hours,
  );
  return calling_hours.calling_hours_id;
}

/** Creates a dial group and returns its id. */
export async function makeDialGroup(
  service: BenchService,
  key: string,
  name: string,
  smart_list_ids: readonly string[],
): Promise<string> {
  const { dial_group } = await service.call<{ dial_group: { dial_group_id: string } }>(key, 'POST', '/dial-groups', {
    name,
    smart_list_ids,
  });
  return dial_group.dial_group_id;
}
