import { join } from 'node:path';
import Database from 'better-sqlite3';
import { EmbeddedDeployment } from '../../support/deployments/embedded.js';
import { startService, type Service } from '../../support/service.js';
import { TestWorkspace } from '../../support/workspace.js';

const RUN_MS = 60_000;

describe('API keys of the embedded pair while its follower cannot write', () => {
  let deployment: EmbeddedDeployment;
  let service: Service;
  let rows: Database.Database;
  beforeAll(async () => {
    deployment = new EmbeddedDeployment();
    service = await startService({ deployment });
    rows = new Database(join(deployment.dataDir, 'read-model.db'));
  }, RUN_MS);
  afterEach(() => {
    if (rows.inTransaction) rows.exec('ROLLBACK');
  });
  afterAll(async () => {
    rows.close();
    await service.stop();
    await deployment.remove();
  }, RUN_MS);

  /** Later writes are in the log only: another connection has locked the file of the rows. */
  const holdBack = () => rows.exec('BEGIN IMMEDIATE');
  const read = async (token: string): Promise<number> => (await service.client(token).get('/smart-lists')).status;

  it(
    'a revoked key is refused once its DELETE was answered',
    async () => {
      const workspace = await TestWorkspace.make(service);
      const { client, keyId } = await workspace.key();
      expect(await read(client.token!)).toBe(200);
      holdBack();
      const { status, headers } = await service.admin.delete(`/admin/workspaces/${workspace.id}/api-keys/${keyId}`);
      expect([status, headers['projection-lag']]).toEqual([200, '1']);
      expect([await read(client.token!), await read(client.token!)]).toEqual([401, 401]);
      expect(await read(workspace.client.token!)).toBe(200);
    },
    RUN_MS,
  );

  it(
    'a new key works at once, and an unknown key still gets 401',
    async () => {
      const elsewhere = await startService({ deployment: new EmbeddedDeployment() });
      const stranger = await TestWorkspace.make(elsewhere);
      await elsewhere.stop();
      await elsewhere.deployment.remove();
      const workspace = await TestWorkspace.make(service);
      holdBack();
      const { client } = await workspace.key();
      expect(await read(client.token!)).toBe(200);
      expect(await read(stranger.client.token!)).toBe(401);
    },
    RUN_MS,
  );
});
