import { join } from 'node:path';
import { paired } from './support/measure.js';
import type { Bench } from './support/measure.js';
import { scratch } from './support/scratch.js';
import { seed } from './support/seed.js';
import { startService } from './support/service.js';

const CONTACTS = 500_000;
const MEMBERS = 500_000;
/** A start takes less than a second: more rounds cost little and steady the median. */
const ROUNDS = 7;

/** A restart on a long log with complete rows, compared with one on an empty log. */
export const s8: Bench = {
  id: 'S8',
  title: 'start to ready with 1,000,000 events in the log : with an empty log',
  async run(options) {
    const { directory, remove } = scratch(options.directory, 's8');
    const [full, empty] = [join(directory, 'full'), join(directory, 'empty')];
    try {
      options.log('  seeding 1,000,000 events …');
      const { events } = await seed(full, { contacts: CONTACTS, members: MEMBERS });
      const projected = await startToReady(full);
      await startToReady(empty);
      const figures = await paired(
        { ...options, rounds: Math.max(options.rounds, ROUNDS) },
        {
          unit: 'ms',
          ours: { what: `restart, ${events} events, rows complete`, run: () => startToReady(full) },
          theirs: { what: 'restart, empty log', run: () => startToReady(empty) },
        },
      );
      return {
        id: 'S8',
        work: {
          events,
          workspaces: 1,
          contacts: CONTACTS,
          members: MEMBERS,
          measured: 'from the start of the process to the first 200 of /health/ready, both stopped by SIGTERM before',
        },
        ...figures,
        must: 1.5,
        aim: 1.1,
        bar: 'at_most',
        notes: [`first start, with the projection of all events: ${Math.round(projected)} ms`],
      };
    } finally {
      remove();
    }
  },
};

async function startToReady(directory: string): Promise<number> {
  const service = await startService(directory);
  await service.stop();
  return service.readyAfterMs;
}
