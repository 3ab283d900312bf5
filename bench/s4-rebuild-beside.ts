import { randomUUID } from 'node:crypto';
import type { CallCenter } from './support/call-center.js';
import { dial, type Dialed, durationsOf } from './support/dialer.js';
import { type LoadResult, rate, send } from './support/load.js';
import { median, paired } from './support/measure.js';
import type { Bench, BenchOptions, Result } from './support/measure.js';
import { scratch } from './support/scratch.js';
import { startSharedCallCenter } from './support/shared-call-center.js';
import { REAL_STORES, ROWS_ARE_SCANNED, startStores, STORES } from './support/stores.js';
import { type BenchService, makeTenant, rebuildEnded, startRebuild } from './support/service.js';
import { startCallCenter } from './support/start-call-center.js';

const CONNECTIONS = 64;
/** Each member is 2.7 events. */
const EVENTS_A_MEMBER = 2.7;
const MEMBERS = 370_370;
/** Fewer on the stand-in for MongoDB: it scans all documents for each write, and rows would fall behind. */
const [SHARED_MEMBERS, SHARED_CONNECTIONS] = ROWS_ARE_SCANNED ? [1_000, 4] : [MEMBERS, CONNECTIONS];
const LISTS = 20;
/** Calls of the dialer in each round: in all rounds fewer than the contacts. */
const [CALLS, SHARED_CALLS] = [100, 10];

/** What clients notice while the rows are rebuilt beside those that are served. */
export const s4Beside: Bench = {
  id: 'S4B',
  title: 'p99 of S2 and of a dialer while the rows of 1,000,000 events are rebuilt : while they are not',
  async run(options) {
    const { directory, remove } = scratch(options.directory, 's4b');
    try {
      const { service, center } = await startCallCenter(directory, { lists: LISTS, members: MEMBERS }, options);
      try {
        const work = { events: EVENTS_A_MEMBER * MEMBERS, calls: CALLS, connections: CONNECTIONS };
        return await measure(options, { id: 'S4B', service, center, ...work, bar: 'at_most', stores: 'embedded' });
      } finally {
        await service.stop();
      }
    } finally {
      remove();
    }
  },
};

/** S4B on the distributed pair. */
export const s4BesideShared: Bench = {
  id: 'S4BD',
  title: 'S4B on the distributed pair',
  async run(options) {
    options.log(`  ${STORES}`);
    const { directory, remove } = scratch(options.directory, 's4bd');
    const stores = await startStores(directory);
    let service: BenchService | undefined;
    try {
      const started = await startSharedCallCenter(directory, stores, SHARED_MEMBERS, options);
      ({ service } = started);
      const { center, filled } = started;
      const work = { events: filled.events, calls: SHARED_CALLS, connections: SHARED_CONNECTIONS, stores: STORES };
      return await measure(options, {
        ...{ id: 'S4BD', service, center, ...work },
        bar: REAL_STORES ? 'at_most' : 'none',
      });
    } finally {
      await service?.stop();
      await stores.stop();
      remove();
    }
  },
};

interface Running extends Pick<Result, 'id' | 'bar'> {
  readonly service: BenchService;
  readonly center: CallCenter;
  /** In the log before the first round. */
  readonly events: number;
  /** Calls of the dialer in each round. */
  readonly calls: number;
  /** Of the clients that write lists. */
  readonly connections: number;
  readonly stores: string;
}

async function measure(options: BenchOptions, running: Running): Promise<Result> {
  const { id, bar, service, events, stores, connections } = running;
  const [rebuilding, quiet] = [new Clients(options, running), new Clients(options, running)];
  let rebuilds = 0;
  const figures = await paired(options, {
    unit: 'ms p99',
    ours: {
      what: 'POST and DELETE /smart-lists while the rows are rebuilt',
      run: async () => {
        await startRebuild(service);
        const p99s: number[] = [];
        while (!(await rebuildEnded(service))) p99s.push(await rebuilding.round());
        rebuilds += 1;
        return median(p99s);
      },
    },
    theirs: { what: 'the same without a rebuild', run: () => quiet.round() },
  });
  return {
    id,
    work: {
      stores,
      events,
      lists: running.center.lists.length,
      connections,
      dialers: 1,
      rebuilds,
      figure: 'the median p99 of the rounds of a rebuild, from its request to the exchange of the rows',
      seconds_a_round: options.seconds,
    },
    ...figures,
    must: 1.5,
    aim: 1.2,
    bar,
    notes: [
      `answers/s: ${rebuilding.rates()} while rebuilding : ${quiet.rates()}`,
      `p99 of each round: ${rebuilding.p99s()} : ${quiet.p99s()} ms`,
      `longest answer: ${rebuilding.longest()} : ${quiet.longest()} ms`,
      `a call of the dialer, p50 / p99 / longest of each round: ${rebuilding.calls()} : ${quiet.calls()} ms`,
    ],
  };
}

/** Clients of S2 and one dialer at the same time. */
class Clients {
  private readonly answers: LoadResult[] = [];
  private readonly dialed: Dialed[] = [];

  constructor(
    private readonly options: BenchOptions,
    private readonly running: Running,
  ) {}

  /** @returns p99 of the lists' writes, in milliseconds */
  async round(): Promise<number> {
    const { service, center, calls, connections } = this.running;
    // Lists that a round leaves behind count against the quota of their workspace.
    const { key } = await makeTenant(service);
    const { seconds } = this.options;
    const { url } = service;
    const lists = {
      kind: 'lists',
      connections,
      seconds,
      url,
      key,
      salt: randomUUID(),
    } as const;
    const [answers, dialed] = await Promise.all([
      send(lists),
      dial({ url, key: center.key, count: calls, salt: randomUUID() }),
    ]);
    this.answers.push(answers);
    this.dialed.push(dialed);
    return answers.latency.p99;
  }

  rates(): string {
    return this.answers.map((answers) => rate(answers).toFixed(0)).join(', ');
  }

  p99s(): string {
    return this.answers.map(({ latency }) => latency.p99).join(', ');
  }

  longest(): number {
    return Math.max(...this.answers.map(({ latency }) => latency.max));
  }

  calls(): string {
    return durationsOf(this.dialed);
  }
}
