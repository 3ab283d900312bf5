import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { join } from 'node:path';

/**
 * The benchmarks' own dependencies. `npm run bench` installs them into bench/node_modules, and they are loaded on
 * demand, so that the build of the service does not depend on them; the part of their types that is used is declared
 * here.
 */
const benchRequire = createRequire(join(process.cwd(), 'bench', 'package.json'));

async function load<Module>(name: string): Promise<Module> {
  return (await import(pathToFileURL(benchRequire.resolve(name)).href)) as Module;
}

export interface LoadRequest {
  readonly method: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Called before each request; the result is sent. `context` belongs to the connection and is empty at first. */
  readonly setupRequest?: (request: LoadRequest, context: Record<string, string>) => LoadRequest | false;
  readonly onResponse?: (
    status: number,
    body: string,
    context: Record<string, string>,
    headers: Readonly<Record<string, string>>,
  ) => void;
}

export interface AutocannonOptions {
  readonly url: string;
  readonly connections: number;
  /** Seconds. */
  readonly duration?: number;
  /** Number of requests, instead of a duration. */
  readonly amount?: number;
  /** Requests a second, of all connections together; absent: no limit. */
  readonly overallRate?: number;
  readonly requests: readonly LoadRequest[];
}

export interface AutocannonResult {
  readonly errors: number;
  readonly timeouts: number;
  readonly non2xx: number;
  readonly '2xx': number;
  /** Seconds. */
  readonly duration: number;
  /** Milliseconds of the 2xx answers. */
  readonly latency: { readonly p50: number; readonly p99: number; readonly max: number };
}

type AutocannonRun = Promise<AutocannonResult> & {
  on(event: 'response', seen: (client: unknown, status: number, bytes: number, ms: number) => void): void;
};

/** Its own latencies are whole milliseconds, which one connection stays below: they are taken from its events. */
export async function autocannon(options: AutocannonOptions): Promise<AutocannonResult> {
  const module = await load<{ default: (options: AutocannonOptions) => AutocannonRun }>('autocannon');
  const run = module.default(options);
  const durations: number[] = [];
  run.on('response', (_client, status, _bytes, ms) => void (status >= 200 && status < 300 && durations.push(ms)));
  const result = await run;
  const sorted = Float64Array.from(durations).sort();
  const at = (share: number): number =>
    Math.round(100 * (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0)) / 100;
  return { ...result, latency: { p50: at(0.5), p99: at(0.99), max: at(1) } };
}

export interface EmmettEvent {
  readonly type: string;
  readonly data: object;
  readonly metadata?: object;
}

export type RecordedEmmettEvent = EmmettEvent & {
  readonly metadata: { readonly globalPosition: bigint; readonly streamPosition: bigint; readonly streamName: string };
};

export interface EmmettConnection {
  command(sql: string, values?: readonly unknown[]): Promise<unknown>;
  query<Row>(sql: string, values?: readonly unknown[]): Promise<Row[]>;
  querySingle<Row>(sql: string): Promise<Row | null>;
  close(): void;
}

export interface EmmettConsumer {
  processor(options: {
    processorId: string;
    startFrom: 'BEGINNING';
    stopAfter: (event: RecordedEmmettEvent) => boolean;
    eachMessage: (event: RecordedEmmettEvent, context: { connection: EmmettConnection }) => Promise<void>;
  }): unknown;
  start(): Promise<void>;
  close(): Promise<void>;
}

export interface EmmettSqlite {
  createEventStoreSchema(connection: EmmettConnection): Promise<void>;
  appendToStream(
    connection: EmmettConnection,
    stream: string,
    streamType: string,
    events: readonly EmmettEvent[],
    options: { expectedStreamVersion: bigint },
  ): Promise<{ success: true; nextStreamPosition: bigint } | { success: false }>;
  getSQLiteEventStore(options: { fileName: string }): {
    consumer(options: { pulling: { batchSize: number; pullingFrequencyInMs: number } }): EmmettConsumer;
  };
  sqliteConnection(options: { fileName: string }): EmmettConnection;
}

export function emmettSqlite(): Promise<EmmettSqlite> {
  return load<EmmettSqlite>('@event-driven-io/emmett-sqlite');
}

/**
 * Repeats a write until its commit succeeds. emmett-sqlite 0.38.5 sometimes fails to commit, because one of its own
 * statements that returned a row has not been reset yet; it then rolls back and prints the error. A repeated call
 * succeeds and costs it little.
 */
export async function untilCommitted<Result>(work: () => Promise<Result>): Promise<Result> {
  const print = console.log;
  console.log = () => undefined;
  try {
    for (;;) {
      try {
        return await work();
      } catch (error) {
        if ((error as { code?: unknown }).code !== 'SQLITE_BUSY') throw error;
      }
    }
  } finally {
    console.log = print;
  }
}
