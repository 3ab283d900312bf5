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
  /** See `mongoUrlProblem`. Its path names the database; `smart_lists` if it has none. */
  readonly url: string;
  /** Statements of one bulk write at most (READMODEL_BATCH). */
  readonly batch: number;
  /** How long to try to reach a primary, in milliseconds. */
  readonly openTimeoutMs?: number;
  /** Gets sentences for the log: that the driver had to be connected anew. */
  readonly log?: (sentence: string) => void;
}

export const OPEN_MS = 10_000;
/** Between two heartbeats. Health and calls under way notice an outage within HEARTBEAT_MS + CONNECT_MS. */
export const HEARTBEAT_MS = 2_000;
/** A connection, and a polled heartbeat's answer, that take longer than this have failed. */
export const CONNECT_MS = 2_500;
/** A call waits this long for a primary, then fails: an election takes 1 to 2 s. */
export const SELECTION_MS = 3_000;
/** A socket without a byte for this long is closed. */
export const SOCKET_MS = 8_000;
/** The majority acknowledges a write within this time, or the server reports what it waited for. */
export const ACKNOWLEDGED_MS = 5_000;

/**
 * Overrides the URL: the order of rows, projected revisions and checkpoint rests on these, and the service's time
 * limits.
 */
const OPTIONS: MongoClientOptions = {
  appName: 'smart-lists',
  readPreference: 'primary',
  writeConcern: { w: 'majority', journal: true, wtimeoutMS: ACKNOWLEDGED_MS },
  // What is in doubt is repeated by its caller, who asks first what became of it. The driver repeats in silence, and
  // where a server does not tell a repetition from the first, a checkpoint that was moved would look like another
  // owner's.
  retryWrites: false,
  ignoreUndefined: true,
  heartbeatFrequencyMS: HEARTBEAT_MS,
  connectTimeoutMS: CONNECT_MS,
  socketTimeoutMS: SOCKET_MS,
  waitQueueTimeoutMS: SELECTION_MS,
};

/** A process's connections to the read model in MongoDB: to one copy of it, the one of these projections. */
export class MongoReadModelConnection {
  readonly writer: ReadModelWriter & ReadModelCacheWriter;
  /** Of this copy of the rows: its follower's. */
  readonly leases: LeaseRecords;
  /** Of the log: of what one process does for all versions of the service, each with a copy of its own. */
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

  /** What queries and decisions read. */
  get model(): ReadModel {
    return this.reading;
  }

  /**
   * Connects, and creates the copy's collections and indexes where they are missing.
   * @throws ReadModelOpenError one sentence: nobody there, wrong credentials or rights, too old, another server.
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
   * The projected revision of any one workspace that has events; undefined on a copy that was made of none, or that is
   * gone.
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
   * Creates what is missing of the copy's collections and indexes, as `open` does: an operator may have dropped the
   * database since.
   * @returns the generation of the copy, another one after each such drop.
   * @throws ReadModelUnavailableError
   */
  ensure(): Promise<string> {
    return this.calls.write(() => this.copy.create());
  }

  /**
   * Whether this process shares a value with the one that gave values under this name last, or is the first to give
   * any. If so, its values are compared with from now on: so all processes can move from one value to another, by way
   * of having both. Values have no commas.
   * @throws ReadModelUnavailableError
   */
  registerSharedValue(name: string, values: readonly string[]): Promise<boolean> {
    return registerSharedValue(this.calls, this.copy.shared, name, values);
  }

  /**
   * As `agree`, where those who gave values before no longer count.
   * @throws ReadModelUnavailableError
   */
  replaceSharedValue(name: string, values: readonly string[]): Promise<void> {
    return replaceSharedValue(this.calls, this.copy.shared, name, values);
  }

  /** Whether the follower of this copy has once been at the end of the log: before, its rows are not to be shown. */
  async copyComplete(): Promise<boolean> {
    return (await this.reading.generations.mark())?.complete ?? false;
  }

  /** Whether the copy is still of this generation: not dropped, nor dropped and made anew. */
  async isOf(generation: string): Promise<boolean> {
    return (await this.reading.generations.mark())?.generation === generation;
  }

  /**
   * To be called by the follower when it is at the end of the log, with the generation it began in: another one is left
   * as it is.
   */
  async markComplete(generation: string): Promise<void> {
    const { copies, suffix: _id } = this.copy;
    await this.calls.write(() => copies.updateOne({ _id, generation }, { $set: { complete: true } }));
  }

  /**
   * What the primary's clock says; undefined of a server that does not tell.
   * @throws ReadModelUnavailableError
   */
  async serverTime(): Promise<ServerTime | undefined> {
    const asked = performance.now();
    // The old name of `hello`, which the handshake of every connection goes by, too: servers of any version know it.
    const { localTime } = await this.calls.read(() => this.client.db('admin').command({ isMaster: 1 }));
    return localTime instanceof Date ? { time: localTime.getTime(), asked, answered: performance.now() } : undefined;
  }

  /** One sentence while the read model cannot be reached; undefined while all is well. */
  health(): { readonly detail: string | undefined } {
    return { detail: this.watch.detail };
  }

  /** Calls that are under way, and later ones, fail with ReadModelUnavailableError. */
  async close(): Promise<void> {
    await this.watchdog.close();
  }
}
