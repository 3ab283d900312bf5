import { join } from 'node:path';
import { compareCallCenters } from './support/compare-call-centers.js';
import type { RunningCallCenter } from './support/compare-call-centers.js';
import type { Bench } from './support/measure.js';
import { scratch } from './support/scratch.js';
import { startCallCenter } from './support/start-call-center.js';

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
      for (const members of [options.members ?? MANY, FEW])
        centers.push(await startCallCenter(join(directory, String(members)), { lists: LISTS, members }, options));
      const [many, few] = centers;
      return await compareCallCenters(options, { id: 'S6', bar: 'at_most', many: many!, few: few! });
    } finally {
      for (const { service } of centers) await service.stop();
      remove();
    }
  },
};
