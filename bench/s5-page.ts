import { randomUUID } from 'node:crypto';
import type { BareServer } from './support/bare-server.js';
import { runChild } from './support/child.js';
import { rate, send } from './support/load.js';
import { paired } from './support/measure.js';
import type { Bench } from './support/measure.js';
import { scratch } from './support/scratch.js';
import { seed } from './support/seed.js';
import { startService } from './support/service.js';
import { walk } from './support/walk.js';

const MEMBERS = 1_000_000;
const PAGE = 100;
const CONNECTIONS = 64;

/** Pages from all depths of a very long list, compared with a server that sends fixed bytes. */
export const s5: Bench = {
  id: 'S5',
  title: 'GET a members page of 100 out of 1,000,000 : a bare Fastify GET of the same bytes',
  async run(options) {
    const { directory, remove } = scratch(options.directory, 's5');
    options.log('  seeding 1,000,000 contacts and members …');
    const { key, listId } = await seed(directory, { contacts: MEMBERS, members: MEMBERS });
    const service = await startService(directory);
    let bare: Awaited<ReturnType<typeof runChild<BareServer, string>>> | undefined;
    try {
      options.log(`  projected within ${(service.readyAfterMs / 1000).toFixed(1)} s; walking the list …`);
      const pages = await walk(service, key, { listId, members: MEMBERS, pageSize: PAGE });
      bare = await runChild<BareServer, string>('./bare-server.js', { kind: 'bytes', pages });
      const load = { kind: 'pages', key, connections: CONNECTIONS, seconds: options.seconds } as const;
      const paths = pages.map(({ path }) => path);
      const bareUrl = bare.answer;
      const figures = await paired(options, {
        unit: 'pages/s',
        ours: {
          what: 'GET /smart-lists/{id}/members?page_size=100',
          run: async () => rate(await send({ ...load, url: service.url, paths, salt: randomUUID() })),
        },
        theirs: {
          what: 'bare Fastify GET that returns the same bytes',
          run: async () => rate(await send({ ...load, url: bareUrl, paths, salt: randomUUID() })),
        },
      });
      return {
        id: 'S5',
        work: {
          members_of_the_list: MEMBERS,
          page_size: PAGE,
          page_bytes: pages[0]!.bytes.length,
          different_pages: pages.length,
          connections: CONNECTIONS,
          on: 'auth, rate limit, page tokens',
          seconds_a_round: options.seconds,
        },
        ...figures,
        must: 0.2,
        aim: 0.4,
        bar: 'at_least',
        notes: [`2,000,000 events projected and ready after ${Math.round(service.readyAfterMs)} ms`],
      };
    } finally {
      await bare?.end();
      await service.stop();
      remove();
    }
  },
};
