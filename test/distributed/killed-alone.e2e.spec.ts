import { FOLLOWER } from '../../apps/service/catalogue.js';
import { describeWithMongoServer } from '../doubles/mongodb/server.js';
import { DistributedDeployment } from '../support/deployments/distributed.js';
import { startService } from '../support/service.js';
import { nextPhone, TestWorkspace } from '../support/workspace.js';
import { untilLease } from './support/leases.js';
import { wireToRows } from './support/wire.js';

const RUN_MS = 120_000;
/** The lease of another machine is taken over at the ninth poll; that of an ended process of this one, at the first. */
const FEW_LOOKS = 3;
const LEASES = [FOLLOWER, 'workers'];
// Other systems do not report enough about their processes (apps/service/process-owner.ts).
const itOnLinux = process.platform === 'linux' ? it : it.skip;

describeWithMongoServer('the only process of a distributed pair, killed and restarted', () => {
  itOnLinux(
    'takes its leases again at once, without waiting for them to expire',
    async () => {
      const deployment = await DistributedDeployment.make();
      const first = await startService({ deployment });
      const workspace = await TestWorkspace.make(first);
      for (const name of LEASES) await untilLease(deployment, name, 'is held', (lease) => !!lease?.owner);
      await first.kill();

      const { proxy, env } = await wireToRows(deployment);
      const looks = new Map(LEASES.map((name) => [name, 0]));
      proxy.watch((chunk) => {
        const text = chunk.toString('latin1');
        if (!text.includes('\u0002find\u0000') || !/\0_leases[.\0]/.test(text)) return 'pass';
        for (const [name, count] of looks) looks.set(name, count + Number(text.includes(`${name}\u0000`)));
        return 'pass';
      });
      const second = await startService({ deployment, env });
      const answer = await workspace
        .through(second)
        .client.post('/contacts/batch', { contacts: [{ phone: nextPhone() }] });
      expect([answer.status, answer.headers['projection-lag']]).toEqual([200, undefined]);
      const isSeconds = (owner: string) => owner.split(' ')[1] === String(second.pid);
      for (const name of LEASES) {
        await untilLease(deployment, name, 'is its own', (lease) => isSeconds(lease!.owner));
        expect(looks.get(name)).toBeGreaterThan(0);
        expect(looks.get(name)).toBeLessThanOrEqual(FEW_LOOKS);
      }
      await second.stop();
      await proxy.stop();
      await deployment.remove();
    },
    RUN_MS,
  );
});
