import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { openReader } from '../libs/event-store/sqlite/index.js';
import { workspaceStream } from '../libs/kernel/index.js';
import { BareLog, textsOf } from './support/bare-log.js';
import type { EventTexts } from './support/bare-log.js';
import { send } from './support/load.js';
import { fill } from './support/members.js';
import { paired, perSecond } from './support/measure.js';
import type { Bench, BenchOptions } from './support/measure.js';
import { makeTenant } from './support/service.js';
import type { BenchService, Tenant } from './support/service.js';
import { withService } from './support/with-service.js';

const CONNECTIONS = 64;
const CONTACTS = 100_000;
const PER_BATCH = 100;
const LISTS = 200;
/** Number of events of a round, the latest ones, that the other side inserts again. */
const COMPARED = 100_000;

/** Members added in batches over HTTP, durable and visible, compared with the plain insertion of the same events. */
export const s3: Bench = {
  id: 'S3',
  title: 'members a second by batches of 100, 64 connections, durable and visible : bare inserts of the same events',
  run: (options) =>
    withService(options, 's3', async (service, directory) => {
      const tenant = await makeTenant(service);
      const lists = await fill(service, tenant, { lists: LISTS, contacts: CONTACTS });
      return measure(options, directory, service, tenant, lists);
    }),
};

async function measure(
  options: BenchOptions,
  directory: string,
  service: BenchService,
  { key, workspaceId }: Tenant,
  lists: readonly string[],
): ReturnType<Bench['run']> {
  let next = 0;
  let lagging = 0;
  let batches: (readonly EventTexts[])[] = [];
  const figures = await paired(options, {
    unit: 'members/s',
    ours: {
      what: 'POST /smart-lists/{id}/members/batch of 100, answered when durable and visible',
      run: async () => {
        const result = await send({
          kind: 'batches',
          url: service.url,
          key,
          connections: CONNECTIONS,
          seconds: options.seconds,
          salt: randomUUID(),
          lists,
          contacts: CONTACTS,
          perBatch: PER_BATCH,
          first: next,
        });
        next = result.next;
        lagging += result.lagging;
        batches = await written(join(directory, 'ours', 'events.db'), workspaceId);
        return result.inserted / result.duration;
      },
    },
    theirs: {
      what: 'better-sqlite3: the same events, ready as text, 100 a transaction',
      run: (round) => insert(join(directory, `bare-${round}`, 'events.db'), batches),
    },
  });
  return {
    id: 'S3',
    work: {
      connections: CONNECTIONS,
      workspaces: 1,
      contacts: CONTACTS,
      members_a_list: `up to ${CONTACTS}`,
      members_a_batch: PER_BATCH,
      members_in_all: next * PER_BATCH,
      idempotency_keys: 'a fresh one a request',
      durability: 'WAL, synchronous=FULL, both sides; same schema',
      compared: `the last ${COMPARED} MemberAdded events of the round, data and metadata byte for byte`,
      seconds_a_round: options.seconds,
    },
    ...figures,
    must: 0.15,
    aim: 0.35,
    bar: 'at_least',
    notes: [`answers before the rows showed the write: ${lagging}`],
  };
}

/** The latest events of the workspace, read from the file of the running service. */
async function written(file: string, workspaceId: string): Promise<(readonly EventTexts[])[]> {
  const reader = openReader({ file, upcast: (event) => event });
  try {
    const batches: EventTexts[][] = [];
    let from: number | undefined;
    while (batches.length * PER_BATCH < COMPARED) {
      const place = from === undefined ? {} : { from };
      const events = await reader.read(workspaceStream(workspaceId), { ...place, backwards: true, limit: PER_BATCH });
      if (events.length < PER_BATCH || events.some(({ type }) => type !== 'MemberAdded')) break;
      batches.push(events.map(textsOf));
      from = events.at(-1)!.revision - 1;
    }
    return batches;
  } finally {
    reader.close();
  }
}

async function insert(file: string, batches: readonly (readonly EventTexts[])[]): Promise<number> {
  const bare = await BareLog.create(file);
  try {
    const start = performance.now();
    batches.forEach((events, at) => bare.append(1, at * PER_BATCH, events));
    return perSecond(batches.length * PER_BATCH, start);
  } finally {
    bare.close();
  }
}
