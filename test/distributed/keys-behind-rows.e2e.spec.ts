import { describeWithMongoServer } from '../doubles/mongodb/server.js';
import { DistributedDeployment } from '../support/deployments/distributed.js';
import { startService, type Service } from '../support/service.js';
import { until } from '../support/until.js';
import { TestWorkspace } from '../support/workspace.js';

const RUN_MS = 120_000;
/** Number of reads with a key per process. For each read the service looks up the key in the rows again. */
const READS = 20;

describeWithMongoServer('API keys while the projection is held back', () => {
  let deployment: DistributedDeployment;
  let projector: Service;
  let first: Service;
  let second: Service;
  beforeAll(async () => {
    deployment = await DistributedDeployment.make();
    projector = await startService({ deployment, env: { ROLES: 'projections' } });
    first = await startService({ deployment, env: { ROLES: 'api' } });
    second = await startService({ deployment, env: { ROLES: 'api' } });
  }, RUN_MS);
  afterEach(() => process.kill(projector.pid, 'SIGCONT'));
  afterAll(async () => {
    for (const service of [first, second, projector]) await service.stop();
    await deployment.remove();
  }, RUN_MS);

  const statuses = (service: Service, token: string, count = READS): Promise<readonly number[]> =>
    Promise.all(Array.from({ length: count }, async () => (await service.client(token).get('/smart-lists')).status));

  it(
    'a revoked key is refused by every process once its DELETE was answered',
    async () => {
      const workspace = await TestWorkspace.make(first);
      const { client, keyId } = await workspace.key();
      const token = client.token!;
      expect(await statuses(second, token, 1)).toEqual([200]);
      process.kill(projector.pid, 'SIGSTOP');
      const path = `/admin/workspaces/${workspace.id}/api-keys/${keyId}`;
      const { status, headers } = await first.admin.delete(path);
      expect([status, headers['projection-lag']]).toEqual([200, '1']);
      for (const service of [first, second]) {
        expect(new Set(await statuses(service, token))).toEqual(new Set([401]));
        // Another key of the same workspace, which was not revoked.
        expect(await statuses(service, workspace.client.token!, 1)).toEqual([200]);
      }
    },
    RUN_MS,
  );

  it(
    'a new key works at once in the process that created it; in others it gets 503, never 401, until the rows have it',
    async () => {
      const workspace = await TestWorkspace.make(first);
      process.kill(projector.pid, 'SIGSTOP');
      const { client } = await workspace.key();
      expect(await statuses(first, client.token!, 1)).toEqual([200]);
      const refused = await second.client(client.token).get('/smart-lists');
      expect([refused.status, refused.headers['retry-after']]).toEqual([503, '1']);
      process.kill(projector.pid, 'SIGCONT');
      const seen = new Set<number>();
      await until('the other process knows the key', async () => {
        const [status] = await statuses(second, client.token!, 1);
        seen.add(status!);
        return status === 200;
      });
      expect(seen).not.toContain(401);
    },
    RUN_MS,
  );

  it(
    'an unknown key gets 401 once the rows have caught up with the log',
    async () => {
      const made = await TestWorkspace.make(first);
      const elsewhere = await DistributedDeployment.make();
      const stranger = await startService({ deployment: elsewhere });
      const { client } = await TestWorkspace.make(stranger);
      expect(await statuses(second, made.client.token!, 1)).toEqual([200]);
      expect(await statuses(second, client.token!, 3)).toEqual([401, 401, 401]);
      await stranger.stop();
      await elsewhere.remove();
    },
    RUN_MS,
  );
});
