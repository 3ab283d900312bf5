import { describeWithMongoServer } from '../doubles/mongodb/server.js';
import { startInVain } from '../support/ended-process.js';
import { DistributedPlace } from '../support/places/distributed.js';
import { startService } from '../support/service.js';

/** What a service manager takes for "not worth trying again as it is". */
const EX_CONFIG = 78;
const RUN_MS = 90_000;

describeWithMongoServer('a read model that was made from another log', () => {
  /** Each log begins with the same: no position tells them apart. */
  async function placeWith(workspaces: number): Promise<DistributedPlace> {
    const place = await DistributedPlace.make();
    const service = await startService({ place });
    for (let made = 0; made < workspaces; made += 1) {
      const { status } = await service.admin.post('/admin/workspaces', { name: `Number ${made}`, time_zone: 'UTC' });
      expect(status).toBe(201);
    }
    await service.stop();
    return place;
  }

  it.each([
    ['a shorter one', 1, 3],
    ['one as long', 2, 2],
  ])(
    '%s: the service says so in one sentence, and leaves the rows as they are',
    async (_how, theirs, ours) => {
      const [other, place] = [await placeWith(theirs), await placeWith(ours)];
      const rows = await other.documents();
      const ended = await startInVain({ ...place.env, READMODEL_URL: other.env['READMODEL_URL']! });
      expect(ended.stderr).toMatch(/^READMODEL_URL [^\n]*another log[^\n]*\.\n$/);
      expect(ended.code).toBe(EX_CONFIG);
      expect(await other.documents()).toEqual(rows);
      await other.remove();
      await place.remove();
    },
    RUN_MS,
  );
});
