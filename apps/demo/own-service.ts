import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { Client, type Target } from './client.js';

const SERVICE = fileURLToPath(new URL('../service/main.js', import.meta.url));

/** A service of the demo's own, on a temporary directory that goes when it stops. */
export interface OwnService extends Target {
  stop(): Promise<void>;
}

/** Starts a service on a free port, with a workspace and a key for the story. */
export async function startOwnService(): Promise<OwnService> {
  const directory = await mkdtemp(join(tmpdir(), 'smart-lists-demo-'));
  const adminToken = randomBytes(24).toString('base64url');
  const child = spawn(process.execPath, [SERVICE], {
    // Production: the service makes no demo workspace of its own and prints no key.
    env: {
      ...process.env,
      NODE_ENV: 'production',
      DATA_DIR: directory,
      // Whatever the shell has set for the real service: this one keeps to its directory, and says where it listens.
      EVENTSTORE_URL: '',
      READMODEL_URL: '',
      LOG_LEVEL: 'info',
      HOST: '127.0.0.1',
      PORT: '0',
      ADMIN_TOKEN: adminToken,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const stop = async (): Promise<void> => {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill('SIGTERM');
      await once(child, 'exit');
    }
    await rm(directory, { recursive: true, force: true });
  };
  try {
    const url = await listeningUrl(child);
    return { url, key: await makeKey({ url, key: adminToken }), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** The service logs JSON lines; the one that says `listening` has its URL. */
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

async function makeKey(admin: Target): Promise<string> {
  const client = new Client(admin);
  const { workspace } = await client.call<{ workspace: { workspace_id: string } }>('POST', '/admin/workspaces', {
    name: 'Demo',
    time_zone: 'Europe/Berlin',
  });
  const { secret } = await client.call<{ secret: string }>(
    'POST',
    `/admin/workspaces/${workspace.workspace_id}/api-keys`,
    {
      name: 'Demo story',
      scopes: ['smart_lists:read', 'smart_lists:write', 'contacts:read', 'contacts:write'],
    },
  );
  return secret;
}
