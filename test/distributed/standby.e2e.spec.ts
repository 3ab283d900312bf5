import { FOLLOWER } from '../../apps/service/catalogue.js';
import { describeWithMongoServer } from '../doubles/mongodb/server.js';
import { DistributedDeployment } from '../support/deployments/distributed.js';
import { startService } from '../support/service.js';
import { until } from '../support/until.js';
import { failing, untilRed } from './support/health.js';
import { turnsOf } from './support/projector.js';
import { begins, wireToRows } from './support/wire.js';

const RUN_MS = 120_000;
const TAKEN_OVER_MS = 60_000;
const SECONDS_MS = 8_000;
/** The name of a collection of a copy, as commands contain it. */
const OF_A_COPY = /\0[a-z_]+(?:\.[0-9a-f]{8}){1,2}\0/;

describeWithMongoServer('a process that has lost the projection lease', () => {
  it(
    'while cut off from the rows: ready within seconds of its reconnection, although another one holds the lease',
    async () => {
      const deployment = await DistributedDeployment.make();
      const { proxy, env } = await wireToRows(deployment);
      const first = await startService({ deployment, env });
      await until('the first one projects', () => turnsOf(first) === 1);
      const second = await startService({ deployment });

      proxy.hang();
      // A write that the second process folds and the first cannot.
      const made = await second.admin.post('/admin/workspaces', { name: 'Folded by the other', time_zone: 'UTC' });
      expect(made.status).toBe(201);
      await untilRed(first, 'read_model');
      await until('the second one projects', () => turnsOf(second) === 1, TAKEN_OVER_MS);

      // The first process learns that it has lost the lease before its reads succeed.
      let looks = 0;
      const hasHeard = (): boolean => looks >= 3;
      proxy.watch((chunk) => {
        looks += Number(begins(['find'], '_leases', chunk) && chunk.includes(FOLLOWER));
        if (hasHeard() || begins(['find', 'update'], '_leases', chunk)) return 'pass';
        return OF_A_COPY.test(chunk.toString('latin1')) ? 'cut' : 'pass';
      });
      proxy.release();
      await until('the first one waits for its turn', hasHeard);
      await until('the first one is ready again', async () => (await failing(first)).length === 0, SECONDS_MS);
      expect(turnsOf(first)).toBe(1);

      await first.stop();
      await second.stop();
      await proxy.stop();
      await deployment.remove();
    },
    RUN_MS,
  );
});
