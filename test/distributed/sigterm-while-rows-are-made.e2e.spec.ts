import { describeWithMongoServer } from '../doubles/mongodb/server.js';
import { DistributedPlace } from '../support/places/distributed.js';
import { startService } from '../support/service.js';
import { TestWorkspace } from '../support/workspace.js';
import { untilLease } from './support/leases.js';
import { WiredService } from './support/wire.js';

const RUN_MS = 90_000;

describeWithMongoServer('workers that wait for the first complete copy', () => {
  it.each([
    ['an empty log', false],
    ['a log that nobody folds', true],
  ])(
    'of %s: they take no turn, and SIGTERM ends them with exit code 0 within 10 s',
    async (_what, written) => {
      const place = await DistributedPlace.make();
      if (written) {
        const writer = await startService({ place });
        await TestWorkspace.make(writer);
        await writer.stop();
        await place.loseRows();
      }
      const workers = await WiredService.start(place, { ROLES: 'workers' }, { unready: true });
      await workers.asksForTurn('workers', 3);
      await untilLease(place, 'workers', 'is not held', (lease) => !lease?.owner);
      await workers.stop();
      await untilLease(place, 'workers', 'is not held', (lease) => !lease?.owner);
      await place.remove();
    },
    RUN_MS,
  );
});
