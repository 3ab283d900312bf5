import { randomUUID } from 'node:crypto';
import type { Bench, BenchOptions, Result } from './support/measure.js';
import type { MeasuredService } from './support/measured-service.js';
import { addMembers, fill } from './support/members.js';
import { type BothServices, compareWithPeer, withBothServices } from './support/peer.js';
import { walk } from './support/walk.js';

const CONNECTIONS = 64;
/** Fewer than in S5: both sides are filled over HTTP. */
const MEMBERS = 100_000;
const PAGE = 100;
/** Lists that P5 reads in turn, and members of each, which the peer counts at each read. */
const [LISTS, MEMBERS_A_LIST] = [100, 100];

/** S5 against the peer. */
export const p4: Bench = {
  id: 'P4',
  title: 'GET a members page of 100 out of 100,000, 64 connections : the peer',
  run: (options) => withBothServices(options, 'P4', (services) => pages(options, services)),
};

/** Reads of one row. */
export const p5: Bench = {
  id: 'P5',
  title: 'GET /smart-lists/{id}, 64 connections : the peer',
  run: (options) => withBothServices(options, 'P5', (services) => single(options, services)),
};

async function pages(options: BenchOptions, services: BothServices): Promise<Result> {
  const members = options.members ?? MEMBERS;
  options.log(`  adding ${members.toLocaleString('en')} contacts and members on both sides …`);
  const paths = new Map<MeasuredService, readonly string[]>();
  let bytes = 0;
  for (const one of [services.ours, services.peer]) {
    const [listId] = await fill(one.service, one.tenant, { lists: 1, contacts: members });
    await addMembers(one.service, one.tenant, [listId!], members);
    await services.postgres.query('VACUUM ANALYZE');
    const walked = await walk(one.service, one.tenant.key, { listId: listId!, members, pageSize: PAGE });
    paths.set(
      one,
      walked.map(({ path }) => path),
    );
    bytes = walked[0]!.bytes.length;
  }
  return compareWithPeer(options, services, {
    id: 'P4',
    what: `GET /smart-lists/{id}/members?page_size=${PAGE}`,
    work: {
      connections: CONNECTIONS,
      members_of_the_list: members,
      page_size: PAGE,
      page_bytes_of_the_peer: bytes,
      different_pages: paths.get(services.peer)!.length,
      on: 'auth, page tokens; ours rate limit as well',
    },
    loadOf: (one) => reads(options, paths.get(one)!),
  });
}

async function single(options: BenchOptions, services: BothServices): Promise<Result> {
  const paths = new Map<MeasuredService, readonly string[]>();
  for (const one of [services.ours, services.peer]) {
    const lists = await fill(one.service, one.tenant, { lists: LISTS, contacts: 1_000 });
    await addMembers(one.service, one.tenant, lists, MEMBERS_A_LIST);
    paths.set(
      one,
      lists.map((list) => `/smart-lists/${list}`),
    );
  }
  await services.postgres.query('VACUUM ANALYZE');
  return compareWithPeer(options, services, {
    id: 'P5',
    what: 'GET /smart-lists/{id}',
    work: {
      connections: CONNECTIONS,
      lists: LISTS,
      members_a_list: MEMBERS_A_LIST,
      on: 'auth; ours rate limit as well',
    },
    loadOf: (one) => reads(options, paths.get(one)!),
  });
}

function reads({ seconds }: BenchOptions, paths: readonly string[]) {
  return { kind: 'pages', paths, connections: CONNECTIONS, seconds, salt: randomUUID() } as const;
}
