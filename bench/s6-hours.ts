import { join } from 'node:path';
import { compareCallCenters } from './support/compare-call-centers.js';
import type { RunningCallCenter } from './support/compare-call-centers.js';
import type { Bench } from './support/measure.js';
import { scratch } from './support/scratch.js';
import { startCallCenter } from './support/start-call-center.js';

const MEMBERS = 1_000_000;
const [LISTS, GROUPS] = [200, 20];
/** Hours leave half of the members that do not wait, and two comparisons dial them. */
const MEMBERS_A_CALL = 100;
const ZONES = ['with hours', 'without hours'] as const;

/**
 * The dialer of S6 where all lists have calling hours that go by the clocks of their contacts and are closed in half of
 * 8 zones, compared with the same without hours: for the whole workspace, and for its dial groups in turn.
 */
export const s6Hours: Bench = {
  id: 'S6H',
  title: 'S6 with calling hours that are closed in half of 8 zones : without hours, p50',
  async run(options) {
    const { directory, remove } = scratch(options.directory, 's6h');
    const members = options.members ?? MEMBERS;
    const centers: RunningCallCenter[] = [];
    try {
      for (const zones of ZONES) {
        const folder = join(directory, zones.replace(' ', '-'));
        centers.push(await startCallCenter(folder, { lists: LISTS, groups: GROUPS, zones, members }, options));
      }
      const [many, few] = centers as [RunningCallCenter, RunningCallCenter];
      const bars = { must: 1.3, aim: 1.1 };
      const shared = { bar: 'at_most', bars, sides: ZONES, membersACall: MEMBERS_A_CALL, many, few } as const;
      const work = { zones: '8 of contacts, 4 of them open', groups: `${GROUPS} of ${LISTS / GROUPS} lists` };
      const inWorkspace = await compareCallCenters(options, { id: 'S6H', ...shared, work });
      const inGroups = await compareCallCenters(options, {
        ...{ id: 'S6H by group', ...shared, byGroup: true },
        work: { ...work, requests: 'name the dial groups in turn' },
      });
      return [inWorkspace, inGroups];
    } finally {
      for (const { service } of centers) await service.stop();
      remove();
    }
  },
};
