import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { EmbeddedDeployment } from '../support/deployments/embedded.js';
import { type Service, startService } from '../support/service.js';
import { startInVain } from '../support/ended-process.js';

const development = { NODE_ENV: 'development' };
const RUN_MS = 60_000;

/** The API key that the service prints after it listens; polls until it has been printed. */
async function printedKey(service: Service): Promise<string> {
  for (;;) {
    const key = /sl_test_[0-9A-Za-z]{38}/.exec(service.stderr)?.[0];
    if (key !== undefined) return key;
    await service.client().get('/health/live');
  }
}

describe('a first start outside production', () => {
  let deployment: EmbeddedDeployment;
  beforeEach(() => void (deployment = new EmbeddedDeployment()));
  afterEach(() => deployment.remove());

  it(
    'that finds its port taken prints no key; the next start does, and no later one',
    async () => {
      const other = createServer().listen(0, '127.0.0.1');
      await once(other, 'listening');
      const { port } = other.address() as AddressInfo;
      const env = { ...development, ...deployment.env, HOST: '127.0.0.1' };
      const { stderr, code } = await startInVain({ ...env, PORT: String(port) });
      other.close();
      expect(stderr).toBe(`PORT ${port} of 127.0.0.1 is in use by another program.\n`);
      expect(code).not.toBe(0);

      const first = await startService({ env: development, deployment });
      expect((await first.client(await printedKey(first)).get('/smart-lists')).status).toBe(200);
      await first.stop();
      const second = await startService({ env: development, deployment });
      const { workspaces } = await second.admin.read<{ workspaces: unknown[] }>('/admin/workspaces');
      await second.stop();
      expect([workspaces.length, second.stderr]).toEqual([1, '']);
    },
    RUN_MS,
  );

  it(
    'is repeated after the log was deleted: the rows of the old log are dropped',
    async () => {
      const old = await startService({ env: development, deployment });
      const oldKey = await printedKey(old);
      await old.stop();
      for (const suffix of ['', '-wal', '-shm'])
        rmSync(join(deployment.dataDir, `events.db${suffix}`), { force: true });
      const service = await startService({ env: development, deployment });
      const key = await printedKey(service);
      expect((await service.client(key).get('/smart-lists')).status).toBe(200);
      expect((await service.client(oldKey).get('/smart-lists')).status).toBe(401);
      await service.stop();
    },
    RUN_MS,
  );
});
