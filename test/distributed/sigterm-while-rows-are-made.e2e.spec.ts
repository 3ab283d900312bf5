import { describeWithMongoServer } from '../doubles/mongodb/server.js';
import { DistributedPlace } from '../support/places/distributed.js';
import { startService } from '../support/service.js';
import { TestWorkspace } from '../support/workspace.js';
import { turnGoesOn, untilLease } from './support/leases.js';

const RUN_MS = 90_000;

describeWithMongoServer('SIGTERM while the workers wait for the first complete copy', () => {
  it.each([
    ['an empty log', false],
    ['a log that nobody folds', true],
  ])(
    'of %s: exit code 0 within 10 s, and their turn is given back',
    async (_what, written) => {
      const place = await DistributedPlace.make();
      if (written) {
        const writer = await startService({ place });
        await TestWorkspace.make(writer);
        await writer.stop();
        await place.loseRows();
      }
      const workers = await startService({ place, env: { ROLES: 'workers' }, unready: true });
      await turnGoesOn(place, 'workers', 2);
      await workers.stop();
      await untilLease(place, 'workers', 'is given back', (lease) => lease?.owner === '');
      await place.remove();
    },
    RUN_MS,
  );
});
