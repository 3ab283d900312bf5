import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { workspaceStream } from '../libs/kernel/index.js';
import { bareAppends, lastBatches } from './support/bare-client.js';
import { send } from './support/load.js';
import type { LoadResult } from './support/load.js';
import { fill } from './support/members.js';
import { paired } from './support/measure.js';
import type { Bench, BenchOptions, Result } from './support/measure.js';
import { scratch } from './support/scratch.js';
import { makeTenant, startService } from './support/service.js';
import type { BenchService, Tenant } from './support/service.js';
import { REAL_STORES, startEventStore, startStores, STORES } from './support/stores.js';

const CONNECTIONS = 64;
const PER_BATCH = 100;
/** Fewer than in S3: the stand-in for MongoDB keeps its documents in a small heap. */
const CONTACTS = 20_000;
const LISTS = 400;
const BATCHES_A_LIST = CONTACTS / PER_BATCH;
/** Requests per burst. Writes are refused when the rows lag by 20,000 events: a burst without waiting stays below. */
const BURST = 180;
/** Number of events of a round, the latest ones, that the other side appends again. */
const COMPARED = 50_000;
const DURABLE_MAIN = fileURLToPath(new URL('./support/durable-service.js', import.meta.url));

/** The state of the benchmark between rounds. */
interface BenchState {
  readonly options: BenchOptions;
  readonly tenant: Tenant;
  readonly lists: readonly string[];
  readonly eventStoreUrl: string;
  readonly bareUrl: string;
  /** The number of the next batch, so that no batch is sent twice. */
  next: number;
}

/** S3 on the distributed pair: writes that are answered when durable, and writes that wait for the rows. */
export const s10: Bench = {
  id: 'S10',
  title: 'S3 on the distributed pair : bare client appends of the same batches',
  async run(options) {
    options.log(`  ${STORES}`);
    const { directory, remove } = scratch(options.directory, 's10');
    const stores = await startStores(directory);
    // A second server: what one side has written does not slow the other.
    const bare = await startEventStore(directory);
    const start = (main?: string): Promise<BenchService> => startService(directory, { env: stores.env, main });
    try {
      const filling = await start();
      const tenant = await makeTenant(filling);
      const lists = await fill(filling, tenant, { lists: LISTS, contacts: CONTACTS });
      await filling.stop();
      const eventStoreUrl = stores.env.EVENTSTORE_URL;
      const state = { options, tenant, lists, eventStoreUrl, bareUrl: bare.url, next: 0 };
      const durable = await measured(await start(DURABLE_MAIN), (service) => durableAlone(service, state));
      const visible = await measured(await start(), (service) => durableAndVisible(service, state));
      return [durable, visible];
    } finally {
      await bare.stop();
      await stores.stop();
      remove();
    }
  },
};

async function measured(service: BenchService, work: (service: BenchService) => Promise<Result>): Promise<Result> {
  try {
    return await work(service);
  } finally {
    await service.stop();
  }
}

/** Bursts that keep the rows' lag below the limit; the pauses until the rows have caught up are not counted. */
function durableAlone(service: BenchService, state: BenchState): Promise<Result> {
  const run = async (): Promise<number> => {
    let [members, seconds] = [0, 0];
    while (seconds < state.options.seconds) {
      const { inserted, span } = await burst(service, state);
      members += inserted;
      seconds += span;
      await rowsFollowed(service, state);
    }
    return members / seconds;
  };
  return compare(state, {
    id: 'S10 durable',
    what:
      'POST /smart-lists/{id}/members/batch of 100, answered when durable; ' +
      `bursts of ${BURST}, each when the rows have caught up with the one before`,
    run,
    notes: () => [],
  });
}

function durableAndVisible(service: BenchService, state: BenchState): Promise<Result> {
  let lagging = 0;
  const run = async (): Promise<number> => {
    const result = await load(service, state, { seconds: state.options.seconds });
    lagging += result.lagging;
    return result.inserted / result.duration;
  };
  return compare(state, {
    id: 'S10 visible',
    what: 'POST /smart-lists/{id}/members/batch of 100, answered when durable and visible',
    run,
    notes: () => [`answers before the rows showed the write: ${lagging}`],
  });
}

async function compare(
  { options, tenant, lists, eventStoreUrl, bareUrl }: BenchState,
  ours: {
    readonly id: string;
    readonly what: string;
    readonly run: () => Promise<number>;
    readonly notes: () => readonly string[];
  },
): Promise<Result> {
  const stream = workspaceStream(tenant.workspaceId);
  const figures = await paired(options, {
    unit: 'members/s',
    ours,
    theirs: {
      what: `@eventstore/db-client: the same batches, ready as objects, ANY, ${CONNECTIONS} in flight, nothing else`,
      run: async (round) => {
        const batches = await lastBatches(eventStoreUrl, stream, PER_BATCH, COMPARED);
        return bareAppends(bareUrl, `bare-${ours.id}-${round}`, batches, CONNECTIONS);
      },
    },
  });
  return {
    id: ours.id,
    work: {
      stores: STORES,
      connections: CONNECTIONS,
      workspaces: 1,
      contacts: CONTACTS,
      lists: lists.length,
      members_a_batch: PER_BATCH,
      idempotency_keys: 'a fresh one a request',
      compared: `the last ${COMPARED} MemberAdded events at most, in appends of ${PER_BATCH}`,
      seconds_a_round: options.seconds,
    },
    ...figures,
    must: 0.3,
    aim: 0.6,
    bar: REAL_STORES ? 'at_least' : 'none',
    notes: ours.notes(),
  };
}

function load(
  service: BenchService,
  state: BenchState,
  length: { readonly seconds: number; readonly requests?: number },
): Promise<LoadResult> {
  return send({
    kind: 'batches',
    url: service.url,
    key: state.tenant.key,
    connections: CONNECTIONS,
    ...length,
    salt: randomUUID(),
    lists: state.lists,
    contacts: CONTACTS,
    perBatch: PER_BATCH,
    first: state.next,
  }).then((result) => {
    state.next = result.next;
    return result;
  });
}

function burst(service: BenchService, state: BenchState): Promise<LoadResult> {
  return load(service, state, { seconds: 60, requests: BURST });
}

/** Waits until the member counts in the rows include every added member. */
async function rowsFollowed(service: BenchService, { tenant, lists, next }: BenchState): Promise<void> {
  const list = Math.floor((next - 1) / BATCHES_A_LIST);
  const members = (next - list * BATCHES_A_LIST) * PER_BATCH;
  for (;;) {
    const path = `/smart-lists/${lists[list]!}`;
    const { smart_list } = await service.call<{ smart_list: { member_count: number } }>(tenant.key, 'GET', path);
    if (smart_list.member_count === members) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
