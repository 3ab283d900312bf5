import { describeWithMongoServer } from '../doubles/mongodb/server.js';
import { startInVain } from '../support/ended-process.js';
import { DistributedDeployment } from '../support/deployments/distributed.js';
import { startService } from '../support/service.js';

/** EX_CONFIG in sysexits.h: a service manager does not restart the process. */
const EX_CONFIG = 78;
const RUN_MS = 90_000;

describeWithMongoServer('a read model that was made from another log', () => {
  /** Creates workspaces. Both logs begin with equal events: the positions do not distinguish them. */
  async function deploymentWith(workspaces: number): Promise<DistributedDeployment> {
    const deployment = await DistributedDeployment.make();
    const service = await startService({ deployment });
    for (let made = 0; made < workspaces; made += 1) {
      const { status } = await service.admin.post('/admin/workspaces', { name: `Number ${made}`, time_zone: 'UTC' });
      expect(status).toBe(201);
    }
    await service.stop();
    return deployment;
  }

  it.each([
    ['a shorter one', 1, 3],
    ['one as long', 2, 2],
  ])(
    '%s: the service refuses to start with one sentence and does not change the rows',
    async (_how, theirs, ours) => {
      const [other, deployment] = [await deploymentWith(theirs), await deploymentWith(ours)];
      const rows = await other.documents();
      const ended = await startInVain({ ...deployment.env, READMODEL_URL: other.env['READMODEL_URL']! });
      expect(ended.stderr).toMatch(/^READMODEL_URL [^\n]*another log[^\n]*\.\n$/);
      expect(ended.code).toBe(EX_CONFIG);
      expect(await other.documents()).toEqual(rows);
      await other.remove();
      await deployment.remove();
    },
    RUN_MS,
  );
});
