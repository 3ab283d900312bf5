import { Random, seedOfThisRun } from '../support/random.js';
import { describeWithMongoServer, mongoServer } from '../doubles/mongodb/server.js';
import { describeOnDouble } from '../support/double-only.js';
import { proxied } from '../support/engines/mongodb-url.js';
import { DistributedDeployment } from '../support/deployments/distributed.js';
import type { TcpProxy } from '../support/proxy.js';
import { startService } from '../support/service.js';
import type { Service } from '../support/service.js';
import { TestWorkspace } from '../support/workspace.js';
import { untilReady, untilRed } from './support/health.js';
import { Load } from './support/load.js';
import { expectUnavailable } from './support/patient-client.js';
import { ReadModelProcess } from './support/read-model-process.js';
import { isBulkWriteOf } from './support/wire.js';

const RUN_MS = 400_000;
/** Number of restarts. Without heartbeat-watchdog.ts the driver does not find the server again after one of three. */
const ROUNDS = 3;
/** Small: a batch of the follower takes several bulk writes. */
const BATCH = { READMODEL_BATCH: '20' };

describeWithMongoServer('the read model of a distributed pair', () => {
  const random = new Random(seedOfThisRun());

  /** Expects reads and writes to be refused: without rows no write can be decided. */
  async function expectNothingAnswered({ client }: TestWorkspace): Promise<void> {
    expectUnavailable(await client.get('/smart-lists'));
    expectUnavailable(await client.post('/smart-lists', { name: 'Refused' }));
  }

  describeOnDouble('MongoDB', 'on its file', () => {
    it(
      'stopped and restarted under load: 503 with Retry-After meanwhile, and no write is lost',
      async () => {
        const rows = await ReadModelProcess.start();
        const deployment = await DistributedDeployment.make({ readModel: rows });
        const service = await startService({ deployment, env: BATCH });
        const workspace = await TestWorkspace.make(service);
        const load = await Load.on(deployment, [service], random);
        load.start();
        for (let round = 0; round < ROUNDS; round += 1) {
          await load.acknowledged(40);
          await rows.end();
          await untilRed(service, 'read_model');
          await expectNothingAnswered(workspace);
          await rows.start();
          await untilReady(service);
        }
        await load.acknowledged(40);
        await load.stop();
        await load.expectNothingLostOrTwice();
        await service.stop();
        await deployment.remove();
      },
      RUN_MS,
    );
  });

  describe('behind a failing network', () => {
    let proxy: TcpProxy;
    let deployment: DistributedDeployment;
    let service: Service;
    let load: Load;

    beforeEach(async () => {
      const server = await mongoServer();
      const through = await proxied(server.url);
      proxy = through.proxy;
      deployment = await DistributedDeployment.make({ readModel: server, proxyUrls: { readModel: through.url } });
      service = await startService({ deployment, env: BATCH });
      load = await Load.on(deployment, [service], random);
      load.start();
    }, RUN_MS);
    afterEach(async () => {
      await service?.stop();
      await proxy?.stop();
      await deployment?.remove();
    }, RUN_MS);

    it(
      'connections are cut during bulk writes: every event is counted once',
      async () => {
        let cuts = 0;
        for (let round = 0; round < 12; round += 1) {
          const cut = nextBulkWrite(random.below(2) === 0 ? 'lose answer' : 'in its middle');
          await load.acknowledged(10);
          cuts += Number(cut.done);
        }
        proxy.watch();
        await load.acknowledged(30);
        await load.stop();
        expect(cuts).toBeGreaterThan(5);
        await load.expectNothingLostOrTwice();
      },
      RUN_MS,
    );

    it(
      'connections are cut at random, and the server hangs for a while: no write is lost',
      async () => {
        for (let round = 0; round < 8; round += 1) {
          proxy.cutAfter(1_000 + random.below(200_000));
          await load.acknowledged(10);
        }
        proxy.hang();
        await untilRed(service, 'read_model');
        proxy.release();
        await untilReady(service);
        await load.acknowledged(30);
        await load.stop();
        await load.expectNothingLostOrTwice();
      },
      RUN_MS,
    );

    /** Cuts the next bulk write of members: after the whole write, without its answer, or after half of its bytes. */
    function nextBulkWrite(how: 'lose answer' | 'in its middle'): { done: boolean } {
      const cut = { done: false };
      proxy.watch((chunk) => {
        if (cut.done || !isBulkWriteOf('members', chunk)) return 'pass';
        cut.done = true;
        return how === 'lose answer' ? how : { cutAfter: Math.floor(chunk.length / 2) };
      });
      return cut;
    }
  });
});
