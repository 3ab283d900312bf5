import { randomUUID } from 'node:crypto';
import type { BareServer } from './support/bare-server.js';
import { runChild } from './support/child.js';
import { rate, send } from './support/load.js';
import { paired } from './support/measure.js';
import type { Bench } from './support/measure.js';
import { scratch } from './support/scratch.js';
import { seed } from './support/seed.js';
import { startService } from './support/service.js';
import type { BenchService } from './support/service.js';

const MEMBERS = 1_000_000;
const PAGE = 100;
const CONNECTIONS = 64;
/** One page of every this many is read again under load: pages of all depths, not only the first ones. */
const EVERY = 50;

interface Page {
  readonly path: string;
  readonly bytes: string;
}

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
      const pages = await walk(service, key, listId);
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

/**
 * Walks the whole list once and keeps pages of all depths.
 * @throws Error unless the walk shows every member once.
 */
async function walk(service: BenchService, key: string, listId: string): Promise<readonly Page[]> {
  const first = `/smart-lists/${listId}/members?page_size=${PAGE}`;
  const kept: Page[] = [];
  const seen = new Set<string>();
  let token: string | null = null;
  let number = 0;
  do {
    const path: string = token === null ? first : `${first}&page_token=${encodeURIComponent(token)}`;
    const answer: Response = await fetch(`${service.url}${path}`, { headers: { authorization: `Bearer ${key}` } });
    const bytes = await answer.text();
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${bytes}`);
    const page = JSON.parse(bytes) as { members: { contact_id: string }[]; next_page_token: string | null };
    for (const { contact_id } of page.members) seen.add(contact_id);
    if (number % EVERY === 0) kept.push({ path, bytes });
    token = page.next_page_token;
    number += 1;
  } while (token !== null);
  if (seen.size !== MEMBERS) throw new Error(`the walk saw ${seen.size} of ${MEMBERS} members`);
  return kept;
}
