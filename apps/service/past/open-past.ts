import { join } from 'node:path';
import { settleReindexing } from '#dialing';
import { SkippedEvents } from '#event-store';
import type { Instant } from '#kernel';
import { readHeldStreams } from '#read-model';
import { WORKSPACES } from '#workspaces/domain';
import { Closers } from '../closers.js';
import { type Config, readConfig } from '../config.js';
import type { Variables } from '../environment.js';
import { systemMachine } from '../machine.js';
import { makePorts } from '../ports.js';
import type { StorePair } from '../store-pair.js';
import { openLogReading } from './log-reading.js';
import { partOf } from './part-of.js';
import { createPastApp } from './past-api.js';
import { PastDirectory } from './past-directory.js';
import { PastLog } from './past-log.js';
import { pastPair } from './past-pair.js';
import { asPastRefusal, PastRefusal } from './past-refusal.js';
import { foldPast, PAST_ROWS } from './past-rows.js';
import type { ReadableLog } from './read-stores.js';
import { telling } from './telling.js';

export interface PastOptions {
  /** The environment of the service whose log it is. */
  readonly environment: Variables;
  /** The instant at which the clock stands. */
  readonly until: Instant;
  /** Requests need no key, and are of this workspace; the rows are of it alone. Undefined: requests bear a key. */
  readonly workspaceId: string | undefined;
  /** A directory that keeps the rows; undefined: they are removed at the end. */
  readonly keep: string | undefined;
  readonly signal: AbortSignal;
  /** Called while the log is folded with how much of it was read, from 0 to 1; undefined: it is not known. */
  readonly progress?: (part: number | undefined) => void;
}

/** The service as it stood at an instant: every GET, and nothing else. */
export interface Past {
  /** Asks once, without a socket. `key`: an API key, or an admin token of today. */
  get(path: string, key?: string): Promise<{ readonly status: number; readonly body: string }>;
  /**
   * Answers on this port of 127.0.0.1; 0 takes a free one.
   * @returns its URL
   * @throws PastRefusal the port cannot be had
   */
  listen(port: number): Promise<string>;
  /** Streams that an event holds back which this version cannot read or project, a sentence each. */
  readonly held: readonly string[];
  /** Ends the answering, and removes the rows that are not kept. */
  close(): Promise<void>;
}

/**
 * Folds the log up to an instant, and assembles the API over it (docs/adr/0041-the-past-is-served-by-the-service.md).
 * @throws PastRefusal one clear sentence; nothing is left open then
 */
export async function openPast(options: PastOptions): Promise<Past> {
  const closers = new Closers();
  try {
    return await open(options, closers);
  } catch (error) {
    await closers.close();
    throw asPastRefusal(error);
  }
}

async function open(options: PastOptions, closers: Closers): Promise<Past> {
  const { until, workspaceId, signal } = options;
  const config = pastConfig(readConfig(options.environment));
  const skipped = new SkippedEvents();
  let past!: PastLog;
  const narrowed = (log: ReadableLog) => (past = new PastLog(log, { until, workspaceId }));
  const reading = await openLogReading({ config, skipped, narrowed });
  closers.add(() => reading.close());
  const { log, end, secrets } = reading;
  await skipped.refresh(log);
  const directory = PastDirectory.open(options.keep, options);
  closers.add(() => directory.close());
  const { path, resumesAfter } = directory;
  const file = join(path, PAST_ROWS);
  const told = telling(log, (position) => options.progress?.(partOf(position, end)));
  const rows = await foldPast({ log: told, end, workspaceId, file, resumesAfter, skipped, signal });
  const pair = pastPair(log, rows, skipped);
  closers.add(() => pair.close());
  await refuseNothing(pair, past, options);
  const held = await readHeldStreams(pair.readModel);
  const ports = makePorts(config, pair, secrets, () => undefined, {
    ...systemMachine,
    clock: { now: () => Date.parse(until) },
  });
  await settleReindexing({ ...pair, clock: ports.clock, timers: systemMachine.timers });
  directory.finish(options, past.resumesAfter);
  const app = await createPastApp(config, ports, options);
  closers.add(() => app.close());
  await app.init();
  return {
    get: async (url, key) => {
      const headers = key === undefined ? {} : { authorization: `Bearer ${key}` };
      const { statusCode, body } = await app.inject({ method: 'GET', url, headers });
      return { status: statusCode, body };
    },
    listen: async (port) => {
      await app.listen(port, '127.0.0.1').catch((error: unknown) => {
        throw new PastRefusal('not_understood', `Port ${port} cannot be had: ${(error as Error).message}.`);
      });
      return app.getUrl();
    },
    held: held.map(
      ({ stream, at, type, reason }) =>
        `${stream} is shown without its event ${at} (${type}) and all behind it: ${reason}`,
    ),
    close: () => closers.close(),
  };
}

/** @throws PastRefusal there was nothing then */
async function refuseNothing(
  { readModel }: StorePair,
  past: PastLog,
  { until, workspaceId }: PastOptions,
): Promise<void> {
  if (workspaceId !== undefined) {
    const [workspace] = await readModel.getMany(WORKSPACES, [[workspaceId]]);
    if (workspace?.live === 1) return;
    const what = workspace ? `Workspace ${workspaceId} was deleted before` : `There was no workspace ${workspaceId} at`;
    throw new PastRefusal('not_found', `${what} ${until}.`);
  }
  if (!past.isEmpty || past.resumesAfter !== undefined) return;
  const begins = past.begins === undefined ? 'It is empty' : `It begins at ${past.begins}`;
  throw new PastRefusal('not_found', `The log has nothing of ${until} or before. ${begins}.`);
}

/** What protects a service from its clients is off: the only client is an auditor. */
function pastConfig(config: Config): Config {
  return { ...config, testClock: false, rateLimits: { read: null, write: null }, authFailures: null };
}
