import { describeWithMongoServer } from '../doubles/mongodb/server.js';
import { START } from '../support/log.js';
import { expectOnlyReads, expectWrites, OTHER_CLOCK, turnClock } from '../support/other-clock.js';
import { DistributedDeployment } from '../support/deployments/distributed.js';
import { startService } from '../support/service.js';
import { TestWorkspace } from '../support/workspace.js';
import { untilLease } from './support/leases.js';

const RUN_MS = 180_000;
const AHEAD = { main: OTHER_CLOCK, env: { CLOCK_AHEAD: '1' }, unready: true } as const;

describeWithMongoServer('a process whose clock is an hour ahead from its start', () => {
  it(
    'takes the lease of the workers only once its clock is right: no call ends as lost',
    async () => {
      const deployment = await DistributedDeployment.make();
      const right = await startService({ deployment });
      const workspace = await TestWorkspace.make(right);
      const { call_id: callId } = await workspace.call();
      const ahead = await startService({ deployment, ...AHEAD });
      await expectOnlyReads(ahead, workspace);

      // The lease is free, and the only running process has a wrong clock.
      await right.stop();
      await untilLease(deployment, 'workers', 'is given back', (lease) => lease?.owner === '');
      await expectOnlyReads(ahead, workspace);
      const next = await startService({ deployment });
      await untilLease(deployment, 'workers', 'is the next process’s', (lease) =>
        Boolean(lease?.owner.includes(` ${next.pid} `)),
      );
      const heartbeat = await next.client(workspace.client.token).post(`/calls/${callId}/heartbeat`);
      expect(heartbeat.status).toBe(200);
      expect((await next.log.after(START)).filter(({ type }) => type === 'CallEnded')).toEqual([]);

      turnClock(ahead);
      await expectWrites(ahead, workspace);
      await next.stop();
      await untilLease(deployment, 'workers', 'is that of the process that was ahead', (lease) =>
        Boolean(lease?.owner.includes(` ${ahead.pid} `)),
      );
      await ahead.stop();
      await deployment.remove();
    },
    RUN_MS,
  );
});
