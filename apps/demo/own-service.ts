import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { Client, type Target } from './client.js';
import { type SetClock, OPENING_TIME, TIME_ZONE } from './simulated-time.js';

const SERVICE = fileURLToPath(new URL('../service/main.js', import.meta.url));

/** A service that the demo starts, on a temporary directory that is removed at its stop, with a test clock. */
export interface OwnService extends Target {
  readonly clock: SetClock;
  stop(): Promise<void>;
}

/** Starts a service on a free port, with a workspace and a key for the demo. */
export async function startOwnService(): Promise<OwnService> {
  const directory = await mkdtemp(join(tmpdir(), 'smart-lists-demo-'));
  const adminToken = randomBytes(24).toString('base64url');
  const child = spawn(process.execPath, [SERVICE], {
    env: {
      ...process.env,
      // The test clock lets hours pass in seconds; it is refused in production.
      NODE_ENV: 'development',
      TEST_CLOCK: '1',
      DATA_DIR: directory,
      // Overrides settings of the shell, so that the service uses the directory and logs its URL.
      EVENTSTORE_URL: '',
      READMODEL_URL: '',
      ROLES: '',
      API_BASE_PATH: '',
      RATE_LIMIT_READ: 'off',
      RATE_LIMIT_WRITE: 'off',
      LOG_LEVEL: 'info',
      HOST: '127.0.0.1',
      PORT: '0',
      ADMIN_TOKEN: adminToken,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  // Outside production the first start prints a key of a demo workspace, which is not used here.
  const said: string[] = [];
  child.stderr.setEncoding('utf8').on('data', (text: string) => said.push(text));
  const stop = async (): Promise<void> => {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill('SIGTERM');
      await once(child, 'exit');
    }
    await rm(directory, { recursive: true, force: true });
  };
  try {
    const url = await listeningUrl(child);
    const admin = new Client({ url, key: adminToken });
    const clock: SetClock = async (now) => void (await admin.call('PUT', '/admin/clock', { now }));
    // Set before the workspace is created: no event of a workspace is dated before its last one.
    await clock(OPENING_TIME);
    return { url, key: await createKey(admin), clock, stop };
  } catch (error) {
    await stop();
    process.stderr.write(said.join(''));
    throw error;
  }
}

/** The URL in the JSON line that the service logs when it listens. */
async function listeningUrl(child: ChildProcess): Promise<string> {
  for await (const line of createInterface({ input: child.stdout! })) {
    const { msg, url } = JSON.parse(line) as { msg?: string; url?: string };
    if (msg === 'listening' && url) {
      child.stdout!.resume();
      return url;
    }
  }
  throw new Error('the service ended before it listened');
}

async function createKey(admin: Client): Promise<string> {
  const { workspace } = await admin.call<{ workspace: { workspace_id: string } }>('POST', '/admin/workspaces', {
    name: 'Call center',
    time_zone: TIME_ZONE,
  });
  const path = `/admin/workspaces/${workspace.workspace_id}`;
  // Contacts that want no calls are removed from all lists, so contacts without a list must not be called. A short
  // lease ends the calls that no dialer ends.
  await admin.call('PATCH', path, { unlisted: { enabled: false }, lease_seconds: 900, wrap_up_seconds: 120 });
  const { secret } = await admin.call<{ secret: string }>('POST', `${path}/api-keys`, {
    name: 'Call center',
    scopes: ['smart_lists', 'contacts', 'calls'].flatMap((what) => [`${what}:read`, `${what}:write`]),
  });
  return secret;
}
