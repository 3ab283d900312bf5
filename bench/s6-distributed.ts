import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { compareCallCenters } from './support/compare-call-centers.js';
import type { RunningCallCenter } from './support/compare-call-centers.js';
import type { Bench } from './support/measure.js';
import { scratch } from './support/scratch.js';
import { startSharedCallCenter } from './support/shared-call-center.js';
import { REAL_STORES, ROWS_ARE_SCANNED, startStores, STORES } from './support/stores.js';
import type { Stores } from './support/stores.js';

const [MANY, FEW] = [10_000, 1_000];
const SCANS = 'The stand-in of MongoDB scans: what grows with the members is its, and no index is seen';

/** S6 on the distributed pair. The stand-in for MongoDB has no indexes for the reads of a pick: it scans documents. */
export const s6Distributed: Bench = {
  id: 'S6D',
  title: 'S6 on the distributed pair: 10,000 members over 20 lists : 1,000, p50',
  async run(options) {
    options.log(`  ${STORES}`);
    const { directory, remove } = scratch(options.directory, 's6d');
    const stores: Stores[] = [];
    const centers: RunningCallCenter[] = [];
    try {
      for (const members of [MANY, FEW]) {
        const folder = join(directory, String(members));
        mkdirSync(folder);
        const own = await startStores(folder);
        stores.push(own);
        centers.push(await startSharedCallCenter(folder, own, members, options));
      }
      const [many, few] = centers;
      const work = {
        stores: ROWS_ARE_SCANNED ? `${STORES}. ${SCANS}` : STORES,
      };
      return await compareCallCenters(options, {
        id: 'S6D',
        bar: REAL_STORES ? 'at_most' : 'none',
        many: many!,
        few: few!,
        work,
      });
    } finally {
      for (const { service } of centers) await service.stop();
      for (const own of stores) await own.stop();
      remove();
    }
  },
};
