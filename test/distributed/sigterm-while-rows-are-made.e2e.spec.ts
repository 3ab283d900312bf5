import { describeWithMongoServer } from '../doubles/mongodb/server.js';
import { DistributedDeployment } from '../support/deployments/distributed.js';
import { startService } from '../support/service.js';
import { TestWorkspace } from '../support/workspace.js';
import { untilLease } from './support/leases.js';
import { WiredService } from './support/wire.js';

const RUN_MS = 90_000;

describeWithMongoServer('workers that wait for the first complete copy', () => {
  it.each([
    ['an empty log', false],
    ['a log that no process folds', true],
  ])(
    'of %s: take no lease, and end with exit code 0 within 10 s of SIGTERM',
    async (_what, written) => {
      const deployment = await DistributedDeployment.make();
      if (written) {
        const writer = await startService({ deployment });
        await TestWorkspace.make(writer);
        await writer.stop();
        await deployment.deleteReadModel();
      }
      const workers = await WiredService.start(deployment, { ROLES: 'workers' }, { unready: true });
      await workers.asksForTurn('workers', 3);
      await untilLease(deployment, 'workers', 'is not held', (lease) => !lease?.owner);
      await workers.stop();
      await untilLease(deployment, 'workers', 'is not held', (lease) => !lease?.owner);
      await deployment.remove();
    },
    RUN_MS,
  );
});
