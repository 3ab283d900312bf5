import { MongoClient, type MongoClientOptions } from 'mongodb';
import type { ServerTime } from '#kernel';
import type { LeaseRecords } from '../leases.js';
import { realSleep } from '../real-time.js';
import { type ReadModel, type ReadModelCacheWriter, ReadModelOpenError, type ReadModelWriter } from '../read-model.js';
import { Calls } from './calls.js';
import { connect, refuseOld } from './connecting.js';
import { ReadModelCopy, type CopyOptions, inGeneration } from './read-model-copy.js';
import { inTime } from './errors.js';
import { MongoGenerations } from './generations.js';
import { Health } from './health.js';
import { HeartbeatWatchdog } from './heartbeat-watchdog.js';
import { MongoLeases } from './leases.js';
import { openProblem } from './open-problem.js';
import { ID_INDEX } from './queries.js';
import { find } from './find.js';
import { MongoReadModel } from './reading.js';
import { registerSharedValue, replaceSharedValue } from './shared-values.js';
import { databaseOf, mongoUrlProblem } from './url.js';
import { MongoReadModelWriter } from './writer.js';

export interface MongoReadModelOptions extends CopyOptions {
  /** See `mongoUrlProblem`. Its path names the database; `smart_lists` without a path. */
  readonly url: string;
  /** Largest number of statements of one bulk write (READMODEL_BATCH). */
  readonly batch: number;
  /** Milliseconds in which `open` tries to reach a primary. */
  readonly openTimeoutMs?: number;
  /** Gets sentences for the log: that the driver had to be reconnected. */
  readonly log?: (sentence: string) => void;
}

export const OPEN_MS = 10_000;
/**
 * Milliseconds between two heartbeats. Health and calls under way notice an outage within HEARTBEAT_MS + CONNECT_MS.
 */
export const HEARTBEAT_MS = 2_000;
/** Milliseconds after which a connection attempt, or a polled heartbeat without an answer, has failed. */
export const CONNECT_MS = 2_500;
/** Milliseconds that a call waits for a primary before it fails: an election takes 1 to 2 s. */
export const SELECTION_MS = 3_000;
/** Milliseconds without a byte after which a socket is closed. */
export const SOCKET_MS = 8_000;
/** Milliseconds within which the majority acknowledges a write, or the server reports what it waited for. */
export const ACKNOWLEDGED_MS = 5_000;

/**
 * Overrides the URL: the order of rows, projected revisions and checkpoint depends on these options, and so do the
 * service's time limits.
 */
const OPTIONS: MongoClientOptions = {
  appName: 'smart-lists',
  readPreference: 'primary',
  writeConcern: { w: 'majority', journal: true, wtimeoutMS: ACKNOWLEDGED_MS },
  // A write in doubt is repeated by its caller, which first reads whether it was carried out. The driver repeats
  // without a report, and where a server cannot tell a repetition from the first statement, a moved checkpoint would
  // look like another owner's.
  retryWrites: false,
  ignoreUndefined: true,
  heartbeatFrequencyMS: HEARTBEAT_MS,
  connectTimeoutMS: CONNECT_MS,
  socketTimeoutMS: SOCKET_MS,
  waitQueueTimeoutMS: SELECTION_MS,
};

/** A process's connections to the read model in MongoDB: to one copy of it, that of its own projections. */
export class MongoReadModelConnection {
  readonly writer: ReadModelWriter & ReadModelCacheWriter;
  /** Leases of this copy of the rows: of its follower. */
  readonly leases: LeaseRecords;
  /** Leases of the log: for work that one process does for all versions of the service, each with a copy of its own. */
  readonly logLeases: LeaseRecords;
  private readonly calls: Calls;
  private readonly reading: MongoReadModel;
  private readonly watchdog: HeartbeatWatchdog;

  private constructor(
    private readonly client: MongoClient,
    private readonly copy: ReadModelCopy,
    private readonly watch: Health,
    { batch, log = () => undefined }: Pick<MongoReadModelOptions, 'batch' | 'log'>,
  ) {
    const calls = (this.calls = new Calls(watch));
    this.reading = new MongoReadModel(copy, calls, new MongoGenerations(copy, calls));
    this.writer = new MongoReadModelWriter(copy, calls, this.reading, batch);
    this.leases = new MongoLeases(copy.named('_leases'));
    this.logLeases = new MongoLeases(copy.logLeases);
    this.watchdog = new HeartbeatWatchdog({ client: this.client, sleep: realSleep, log });
  }

  /** The reads of queries and decisions. */
  get model(): ReadModel {
    return this.reading;
  }

  /**
   * Connects, and creates the copy's collections and indexes where they are missing.
   * @throws ReadModelOpenError in one sentence: no server answers, wrong credentials or rights, too old, another kind
   * of server
   */
  static async open(options: MongoReadModelOptions): Promise<MongoReadModelConnection> {
    const { url, openTimeoutMs = OPEN_MS } = options;
    const problem = mongoUrlProblem(url);
    if (problem !== undefined) throw new ReadModelOpenError(`The URL of the read model ${problem}.`);
    const client = new MongoClient(url, {
      ...OPTIONS,
      serverSelectionTimeoutMS: Math.min(SELECTION_MS, openTimeoutMs),
    });
    const health = new Health(client);
    const database = databaseOf(url);
    try {
      await connect(client, openTimeoutMs);
      const copy = new ReadModelCopy(client, database, options);
      await inTime(() => refuseOld(client, database).then(() => copy.create()), Math.max(openTimeoutMs, OPEN_MS));
      return new MongoReadModelConnection(client, copy, health, options);
    } catch (error) {
      await client.close();
      const { srvHost, hosts, tls, replicaSet } = client.options;
      const asked = { hosts: srvHost ?? hosts.join(', '), database, timeoutMs: openTimeoutMs, tls, replicaSet };
      throw openProblem(error, asked);
    }
  }

  /** Projected revisions of many workspaces; those without an event are left out. */
  projectedRevisions(workspaceIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
    return this.reading.projectedRevisions(workspaceIds);
  }

  /**
   * The projected revision of any one workspace that has events; undefined on a copy of an empty log, or without a
   * copy.
   */
  async anyProjectedRevision(): Promise<{ readonly workspaceId: string; readonly revision: number } | undefined> {
    const mark = await this.reading.generations.mark();
    if (!mark) return undefined;
    const [before, after] = [inGeneration(mark.generation, ''), `${mark.generation}}`];
    const query = { filter: { _id: { $gt: before, $lte: after } }, hint: ID_INDEX, limit: 1 };
    const [found] = await this.calls.read(() => find(this.copy.complete, query));
    return found && { workspaceId: found._id.slice(before.length), revision: found.revision };
  }

  /**
   * Creates the copy's missing collections and indexes, like `open`: an operator may have dropped the database since.
   * @returns the generation of the copy, another one after each such drop
   * @throws ReadModelUnavailableError
   */
  ensure(): Promise<string> {
    return this.calls.write(() => this.copy.create());
  }

  /**
   * Whether this process shares a value with the process that registered values under this name last, or is the first
   * to register any. If so, its values are the ones to compare with from now on: all processes can move from one value
   * to another by having both for a while. Values contain no commas.
   * @throws ReadModelUnavailableError
   */
  registerSharedValue(name: string, values: readonly string[]): Promise<boolean> {
    return registerSharedValue(this.calls, this.copy.shared, name, values);
  }

  /**
   * Like `registerSharedValue`, without a comparison: the values registered before no longer count.
   * @throws ReadModelUnavailableError
   */
  replaceSharedValue(name: string, values: readonly string[]): Promise<void> {
    return replaceSharedValue(this.calls, this.copy.shared, name, values);
  }

  /** Whether the follower of this copy has ever been at the end of the log: before that, its rows must not be shown. */
  async copyComplete(): Promise<boolean> {
    return (await this.reading.generations.mark())?.complete ?? false;
  }

  /** Whether the copy is still of this generation: neither dropped, nor dropped and made anew. */
  async isOf(generation: string): Promise<boolean> {
    return (await this.reading.generations.mark())?.generation === generation;
  }

  /**
   * The follower calls this when it is at the end of the log, with the generation in which it began: another generation
   * stays as it is.
   */
  async markComplete(generation: string): Promise<void> {
    const { copies, suffix: _id } = this.copy;
    await this.calls.write(() => copies.updateOne({ _id, generation }, { $set: { complete: true } }));
  }

  /**
   * The time of the primary's clock; undefined if the server does not tell it.
   * @throws ReadModelUnavailableError
   */
  async serverTime(): Promise<ServerTime | undefined> {
    const asked = performance.now();
    // The old name of `hello`, which the handshake of every connection also uses: servers of every version know it.
    const { localTime } = await this.calls.read(() => this.client.db('admin').command({ isMaster: 1 }));
    return localTime instanceof Date ? { time: localTime.getTime(), asked, answered: performance.now() } : undefined;
  }

  /** A sentence while the read model cannot be reached; undefined while it can. */
  health(): { readonly detail: string | undefined } {
    return { detail: this.watch.detail };
  }

  /** Calls that are under way, and later ones, fail with ReadModelUnavailableError. */
  async close(): Promise<void> {
    await this.watchdog.close();
  }
}
