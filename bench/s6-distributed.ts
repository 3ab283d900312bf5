import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { EventStoreDbEventStore } from '../libs/event-store/eventstoredb/index.js';
import { fillFloor, makeFloor } from './support/call-floor.js';
import { comparedFloors } from './support/floors.js';
import type { BusyFloor } from './support/floors.js';
import type { Bench, BenchOptions } from './support/measure.js';
import { scratch } from './support/scratch.js';
import { startService } from './support/service.js';
import { STAND_INS, startStandIns } from './support/stand-ins.js';
import type { StandIns } from './support/stand-ins.js';

const [MANY, FEW] = [10_000, 1_000];

/** S6 on the distributed pair. The stand-in of MongoDB has no indexes for what a pick reads: it looks at every document. */
export const s6Distributed: Bench = {
  id: 'S6D',
  title: 'S6 on the distributed pair, against stand-ins of both stores: 10,000 members : 1,000, p50',
  async run(options) {
    options.log(`  ${STAND_INS}`);
    const { directory, remove } = scratch(options.directory, 's6d');
    const stores: StandIns[] = [];
    const floors: BusyFloor[] = [];
    try {
      for (const members of [MANY, FEW]) {
        const place = join(directory, String(members));
        mkdirSync(place);
        const own = await startStandIns(place);
        stores.push(own);
        floors.push(await busyFloor(place, own, members, options));
      }
      const [many, few] = floors;
      const work = {
        stores: `${STAND_INS}. The stand-in of MongoDB scans: what grows with the members is its, and no index is seen`,
      };
      return await comparedFloors(options, { id: 'S6D', bar: 'none', many: many!, few: few!, work });
    } finally {
      for (const { service } of floors) await service.stop();
      for (const own of stores) await own.stop();
      remove();
    }
  },
};

async function busyFloor(place: string, { env }: StandIns, members: number, { log }: BenchOptions): Promise<BusyFloor> {
  const founding = await startService(place, { env });
  const floor = await makeFloor(founding).finally(() => founding.stop());
  log(`  seeding ${members.toLocaleString('en')} members …`);
  const store = await EventStoreDbEventStore.open({ url: env['EVENTSTORE_URL']!, upcast: (event) => event });
  const filled = await fillFloor(store, floor, members).finally(() => store.close());
  const service = await startService(place, { env });
  return { service, floor, filled };
}
