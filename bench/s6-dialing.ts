import { join } from 'node:path';
import { SqliteEventStore } from '../libs/event-store/sqlite/index.js';
import { fillCallCenter, createCallCenter } from './support/call-center.js';
import { compareCallCenters } from './support/compare-call-centers.js';
import type { RunningCallCenter } from './support/compare-call-centers.js';
import type { Bench, BenchOptions } from './support/measure.js';
import { scratch } from './support/scratch.js';
import { startService } from './support/service.js';

const [MANY, FEW] = [1_000_000, 10_000];
const LISTS = 200;

/** A dialer with a million members, half of them waiting, compared with one with ten thousand members. */
export const s6: Bench = {
  id: 'S6',
  title: 'POST /dialer/next + end at 1,000,000 members, 200 lists, half waiting : the same at 10,000, p50',
  async run(options) {
    const { directory, remove } = scratch(options.directory, 's6');
    const centers: RunningCallCenter[] = [];
    try {
      for (const members of [MANY, FEW])
        centers.push(await runningCallCenter(join(directory, String(members)), members, options));
      const [many, few] = centers;
      return await compareCallCenters(options, { id: 'S6', bar: 'at_most', many: many!, few: few! });
    } finally {
      for (const { service } of centers) await service.stop();
      remove();
    }
  },
};

async function runningCallCenter(
  directory: string,
  members: number,
  { log }: BenchOptions,
): Promise<RunningCallCenter> {
  const founding = await startService(directory);
  const center = await createCallCenter(founding, LISTS).finally(() => founding.stop());
  log(`  seeding ${members.toLocaleString('en')} members …`);
  const store = await SqliteEventStore.open({ file: join(directory, 'events.db'), upcast: (event) => event });
  const filled = await fillCallCenter(store, center, members).finally(() => store.close());
  const service = await startService(directory);
  log(`  ${filled.events} events projected within ${(service.readyAfterMs / 1_000).toFixed(1)} s`);
  return { service, center, filled };
}
