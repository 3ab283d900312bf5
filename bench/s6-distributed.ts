import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { EventStoreDbEventStore } from '../libs/event-store/eventstoredb/index.js';
import { fillCallCenter, lastCall, createCallCenter } from './support/call-center.js';
import type { CallCenter, Filled } from './support/call-center.js';
import { compareCallCenters } from './support/compare-call-centers.js';
import type { RunningCallCenter } from './support/compare-call-centers.js';
import type { Bench, BenchOptions } from './support/measure.js';
import { scratch } from './support/scratch.js';
import { startService } from './support/service.js';
import type { BenchService } from './support/service.js';
import { REAL_STORES, ROWS_ARE_SCANNED, startStores, STORES } from './support/stores.js';
import type { Stores } from './support/stores.js';

const [MANY, FEW] = [10_000, 1_000];
/** The stand-in scans every document for each list of a tier: with 200 lists it does not answer in time. */
const LISTS = 20;
const FOLLOWED_MS = 600_000;
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
        centers.push(await runningCallCenter(folder, own, members, options));
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

async function runningCallCenter(
  folder: string,
  own: Stores,
  members: number,
  { log }: BenchOptions,
): Promise<RunningCallCenter> {
  // The stand-in scans all documents for each row of a bulk write: larger ones exceed the timeout of its client.
  const env = { ...own.env, ...(ROWS_ARE_SCANNED ? { READMODEL_BATCH: '100' } : {}) };
  const founding = await startService(folder, { env });
  const center = await createCallCenter(founding, LISTS).finally(() => founding.stop());
  log(`  seeding ${members.toLocaleString('en')} members …`);
  const store = await EventStoreDbEventStore.open({ url: own.env.EVENTSTORE_URL, upcast: (event) => event });
  const filled = await fillCallCenter(store, center, members).finally(() => store.close());
  const service = await startService(folder, { env });
  await rowsFollowed(service, center, filled);
  return { service, center, filled };
}

/**
 * Waits until the rows contain the last call of the call center. Readiness does not show it: the rows were complete
 * before the call center was filled.
 */
async function rowsFollowed(service: BenchService, { key }: CallCenter, filled: Filled): Promise<void> {
  const deadline = performance.now() + FOLLOWED_MS;
  while (performance.now() < deadline) {
    const found = await service
      .call<{ call: { state: string } }>(key, 'GET', `/calls/${lastCall(filled)}`)
      .catch(() => undefined);
    if (found?.call.state === 'completed') return;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  throw new Error(`the rows did not follow within ${FOLLOWED_MS / 1_000} s`);
}
