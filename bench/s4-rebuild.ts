import { join } from 'node:path';
import { SqliteEventStore } from '../libs/event-store/sqlite/index.js';
import { removeFile } from '../libs/read-model/sqlite/index.js';
import { createCallCenter, fillCallCenter } from './support/call-center.js';
import { runChild } from './support/child.js';
import { paired } from './support/measure.js';
import type { Bench } from './support/measure.js';
import type { Rebuilding, Rebuilt } from './support/rebuild.js';
import { scratch } from './support/scratch.js';
import { startService } from './support/service.js';

/** Each member is 2.7 events: a fifth of a contact, its addition, and a call of three events for every second one. */
const MEMBERS = 370_370;
const LISTS = 200;

/** All rows of a log of a million events, folded anew, compared with the least that such a program has to do. */
export const s4: Bench = {
  id: 'S4',
  title: 'rows of 1,000,000 events built anew : a bare loop that reads, parses and writes the same rows',
  async run(options) {
    const { directory, remove } = scratch(options.directory, 's4');
    const data = join(directory, 'data');
    try {
      options.log('  seeding 1,000,000 events …');
      const events = await fill(data);
      const peaks: Record<Rebuilding['side'], number> = { ours: 0, bare: 0 };
      const likeFile = join(directory, 'like.db');
      const build = async (side: Rebuilding['side'], file: string): Promise<number> => {
        removeFile(file);
        const [eventsFile, keysFile] = [join(data, 'events.db'), join(data, 'keys.db')];
        const work: Rebuilding = { side, eventsFile, keysFile, likeFile, file };
        const { answer } = await runChild<Rebuilding, Rebuilt>('./rebuild.process.js', work);
        peaks[side] = Math.max(peaks[side], answer.peakMb);
        return (events * 1_000) / answer.ms;
      };
      await build('ours', likeFile);
      const figures = await paired(options, {
        unit: 'events/s',
        ours: {
          what: "the fold of a rebuild, with the service's projections",
          run: () => build('ours', join(directory, 'ours.db')),
        },
        theirs: {
          what: 'better-sqlite3 in one loop, each row written once',
          run: () => build('bare', join(directory, 'bare.db')),
        },
      });
      return {
        id: 'S4',
        work: {
          events,
          members: MEMBERS,
          lists: LISTS,
          workspaces: 1,
          durability: 'WAL, synchronous=NORMAL, both sides',
        },
        ...figures,
        must: 0.5,
        aim: 0.9,
        bar: 'at_least',
        notes: [`memory at most: ${Math.round(peaks.ours)} MB, bare ${Math.round(peaks.bare)} MB`],
      };
    } finally {
      remove();
    }
  },
};

/** Fills a data directory. @returns the events of its log */
async function fill(directory: string): Promise<number> {
  const service = await startService(directory);
  const center = await createCallCenter(service, { lists: LISTS }).finally(() => service.stop());
  const store = await SqliteEventStore.open({ file: join(directory, 'events.db'), upcast: (event) => event });
  const { events } = await fillCallCenter(store, center, MEMBERS).finally(() => store.close());
  return events;
}
