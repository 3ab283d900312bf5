import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { rate } from './load.js';
import type { LoadResult } from './load.js';
import { paired } from './measure.js';
import type { BenchOptions, Result } from './measure.js';
import { MeasuredService, type RoundCost, type Untargeted } from './measured-service.js';
import { atRest } from './processor-time.js';
import { type Postgres, postgresBin, startPostgres } from './postgres.js';
import { scratch } from './scratch.js';
import { startService } from './service.js';

/** Compiled by scripts/bench.mjs: the peer is a project of its own. */
const PEER_MAIN = join(process.cwd(), 'bench', 'peer', 'dist', 'main.js');
const BARS = { must: 2, aim: 3, bar: 'at_least' } as const;

/** Both services, each with data of its own on the same disk, and the database of the peer. */
export interface BothServices {
  readonly ours: MeasuredService;
  readonly peer: MeasuredService;
  readonly postgres: Postgres;
  /** The data directory of ours. */
  readonly directory: string;
}

/**
 * Starts both services, each with an empty workspace, and stops them when `work` has ended.
 * @throws MissingTool PostgreSQL is not installed
 */
export async function withBothServices(
  options: BenchOptions,
  id: string,
  work: (services: BothServices) => Promise<Result>,
): Promise<Result> {
  postgresBin();
  if (!existsSync(PEER_MAIN)) throw new Error(`${PEER_MAIN} is missing: npm run bench compiles it`);
  const { directory: parent, remove } = scratch(options.directory, id.toLowerCase());
  const started: { stop(): Promise<void> }[] = [];
  try {
    const postgres = await startPostgres(parent);
    started.unshift(postgres);
    const directory = join(parent, 'ours');
    const ours = await MeasuredService.start(() => startService(directory));
    started.unshift(ours);
    const peerVariant = { main: PEER_MAIN, env: { DATABASE_URL: postgres.url } };
    const peer = await MeasuredService.start(() => startService(parent, peerVariant), [() => postgres.processorMs()]);
    started.unshift(peer);
    return await work({ ours, peer, postgres, directory });
  } finally {
    for (const one of started) await one.stop();
    remove();
  }
}

/** The requests that are sent to both services, and what is told about them. */
export interface PeerComparison {
  readonly id: string;
  /** The requests that are counted. */
  readonly what: string;
  readonly work: Readonly<Record<string, unknown>>;
  readonly loadOf: (service: MeasuredService) => Untargeted;
  /** Called with the counts of each round, the warm-up included. */
  readonly onRound?: (service: MeasuredService, result: LoadResult) => void;
  /** Called behind the last round. */
  readonly notes?: () => Promise<readonly string[]>;
}

/** Measures both services in turn, requests per second. What is beyond their ratio stands in the notes. */
export async function compareWithPeer(
  options: BenchOptions,
  { ours, peer, postgres }: BothServices,
  { id, what, work, loadOf, onRound, notes }: PeerComparison,
): Promise<Result> {
  const side = (service: MeasuredService, name: string) => ({
    what: `${what}: ${name}`,
    run: async () => {
      const result = await service.send(loadOf(service));
      onRound?.(service, result);
      return rate(result);
    },
  });
  for (const { service } of [ours, peer]) await atRest(service);
  const figures = await paired(options, {
    unit: 'requests/s',
    ours: side(ours, 'this service, embedded pair'),
    theirs: side(peer, 'bench/peer, Nest + Fastify + TypeORM + PostgreSQL'),
  });
  const costs = [ours, peer].map((service) => service.costOf(options.rounds)) as [RoundCost, RoundCost];
  return {
    id,
    work: {
      ...work,
      workspaces: 1,
      durability: 'ours WAL, synchronous=FULL; peer fsync and synchronous_commit on, the defaults of PostgreSQL',
      database_of_the_peer: postgres.version,
      load: 'autocannon in a process of its own, the same requests on both sides',
      seconds_a_round: options.seconds,
    },
    ...figures,
    ...BARS,
    notes: [...costNotes(...costs), ...((await notes?.()) ?? [])],
  };
}

function costNotes(ours: RoundCost, peer: RoundCost): readonly string[] {
  const [peerProcess, postgres] = peer.processor as [number, number];
  const latency = ({ p50, p99 }: RoundCost): string => `p50 ${p50.toFixed(2)} p99 ${p99.toFixed(2)}`;
  return [
    `processor seconds per 1,000 requests ${ours.processor[0]!.toFixed(3)} : ${(peerProcess + postgres).toFixed(3)} ` +
      `(the peer's process ${peerProcess.toFixed(3)}, PostgreSQL ${postgres.toFixed(3)})`,
    `latency ms ${latency(ours)} : ${latency(peer)}`,
  ];
}
