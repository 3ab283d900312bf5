import { Chance, seedOfThisRun } from '../crash/support/random.js';
import { describeWithMongoServer } from '../doubles/mongodb/server.js';
import { DistributedPlace } from '../support/places/distributed.js';
import { startService } from '../support/service.js';
import type { Service } from '../support/service.js';
import { Load } from './support/load.js';
import { Projector } from './support/projector.js';

const RUN_MS = 240_000;

describeWithMongoServer('two projectors on one copy of the rows', () => {
  const chance = new Chance(seedOfThisRun());
  let place: DistributedPlace;
  let api: Service;
  let first: Projector;
  let second: Projector;

  beforeEach(async () => {
    place = await DistributedPlace.make();
    first = await Projector.start(place);
    await first.hasTurn(1);
    second = await Projector.start(place);
    api = await startService({ place, env: { ROLES: 'api' } });
  }, RUN_MS);
  afterEach(async () => {
    await api.stop();
    await place.remove();
  }, RUN_MS);

  it(
    'one paused for long in the middle of a batch: the other takes over, and what comes late does no harm',
    async () => {
      const load = await Load.on(place, [api], chance, 12);
      load.start();
      let [owner, standby] = [first, second];
      for (let round = 0; round < 2; round += 1) {
        const turns = standby.turns;
        await load.acknowledged(20);
        await owner.pauseInBulkWrite(2 + chance.below(5));
        await standby.hasTurn(turns + 1);
        // The rows go on, past those of the batch that was begun.
        await load.acknowledged(60);
        owner.resume();
        await load.acknowledged(40);
        [owner, standby] = [standby, owner];
      }
      await load.stop();
      await load.expectNothingLostOrTwice();
      await first.stop();
      await second.stop();
    },
    RUN_MS,
  );

  it(
    'one killed in the middle of a batch: the other goes on from its checkpoint',
    async () => {
      const load = await Load.on(place, [api], chance, 12);
      load.start();
      await load.acknowledged(20);
      await first.pauseInBulkWrite(2 + chance.below(5));
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
