import { Random, seedOfThisRun } from '../support/random.js';
import { describeWithMongoServer } from '../doubles/mongodb/server.js';
import { DistributedDeployment } from '../support/deployments/distributed.js';
import { startService } from '../support/service.js';
import type { Service } from '../support/service.js';
import { Load } from './support/load.js';
import { Projector } from './support/projector.js';

const RUN_MS = 400_000;
const ROUNDS = 2;
/** Few writers, so that batches of the follower write the same rows again and again. */
const LANES = 4;

describeWithMongoServer('two projectors on one copy of the rows', () => {
  const random = new Random(seedOfThisRun());
  let deployment: DistributedDeployment;
  let api: Service;
  let first: Projector;
  let second: Projector;

  beforeEach(async () => {
    deployment = await DistributedDeployment.make();
    first = await Projector.start(deployment);
    await first.hasTurn(1);
    second = await Projector.start(deployment);
    api = await startService({ deployment, env: { ROLES: 'api' } });
  }, RUN_MS);
  afterEach(async () => {
    await api?.stop();
    await deployment?.remove();
  }, RUN_MS);

  it(
    'one is paused for long during a batch: the other takes over, and the late write changes nothing',
    async () => {
      const load = await Load.on(deployment, [api], random, LANES);
      let [owner, standby] = [first, second];
      for (let round = 0; round < ROUNDS; round += 1) {
        load.start();
        await load.acknowledged(20);
        await owner.pauseInBulkWrite(2 + random.below(5));
        await standby.hasTurn(1);
        // The other projector writes rows beyond those of the interrupted batch.
        await load.acknowledged(80);
        await load.stop();
        // No further write may hide the effect of the late one.
        await owner.resume();
        await owner.stop();
        await load.expectNothingLostOrTwice();
        [owner, standby] = [standby, await Projector.start(deployment)];
      }
      await standby.stop();
      await owner.stop();
    },
    RUN_MS,
  );

  it(
    'one is killed during a batch: the other continues from its checkpoint',
    async () => {
      const load = await Load.on(deployment, [api], random, LANES);
      load.start();
      await load.acknowledged(20);
      await first.pauseInBulkWrite(2 + random.below(5));
      await first.kill();
      await second.hasTurn(1);
      await load.acknowledged(60);
      await load.stop();
      await load.expectNothingLostOrTwice();
      await second.stop();
    },
    RUN_MS,
  );
});
