import type { MongoClient } from 'mongodb';
import type { ServerTime } from '#kernel';
import type { LeaseRecords } from '../leases.js';
import type { LifeRecords } from '../live-processes.js';
import { realSleep } from '../real-time.js';
import { type ReadModel, type ReadModelCacheWriter, ReadModelOpenError, type ReadModelWriter } from '../read-model.js';
import { Calls } from './calls.js';
import { ReadModelCopy, type CopyOptions, inGeneration } from './read-model-copy.js';
import { MongoGenerations } from './generations.js';
import type { Health } from './health.js';
import { HeartbeatWatchdog } from './heartbeat-watchdog.js';
import { MongoLeases } from './leases.js';
import { MongoLifeRecords } from './life-records.js';
import { openClient } from './open-client.js';
import { ID_INDEX } from './queries.js';
import { find } from './find.js';
import { LiveMongoReadModel } from './reading.js';
import { MongoRebuildRecords, type RebuildRecords } from './rebuild-records.js';
import type { RebuildId, RowsBeside } from '../rows-beside.js';
import { MarkedRows } from './marked-rows.js';
import { MongoRowsBeside } from './rows-beside.js';
import { registerSharedValue, replaceSharedValue } from './shared-values.js';
import { databaseOf, mongoUrlProblem } from './url.js';
import { MongoReadModelWriter } from './writer.js';

/** Milliseconds between two reads of the mark while rows are awaited. */
const EXCHANGE_SEEN_MS = 100;

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

/** A process's connections to the read model in MongoDB: to one copy of it, that of its own projections. */
export class MongoReadModelConnection extends MarkedRows {
  readonly writer: ReadModelWriter & ReadModelCacheWriter;
  /** Leases of this copy of the rows: of its follower. */
  readonly leases: LeaseRecords;
  /** Leases of the log: for work that one process does for all versions of the service, each with a copy of its own. */
  readonly logLeases: LeaseRecords;
  /** Signs of life of all processes on the database. */
  readonly life: LifeRecords;
  private readonly calls: Calls;
  private readonly reading: LiveMongoReadModel;
  protected readonly generations: MongoGenerations;
  /** The record of the last rebuild. */
  readonly rebuilds: RebuildRecords;
  private readonly watchdog: HeartbeatWatchdog;
  /** When the mark was read for those who wait. */
  private lookedAt = -Infinity;

  private constructor(
    private readonly client: MongoClient,
    private readonly copy: ReadModelCopy,
    private readonly watch: Health,
    private readonly options: Pick<MongoReadModelOptions, 'batch' | 'log'>,
  ) {
    super();
    const { batch, log = () => undefined } = options;
    const calls = (this.calls = new Calls(watch));
    const generations = (this.generations = new MongoGenerations(copy, calls));
    this.reading = new LiveMongoReadModel(generations, calls);
    this.writer = new MongoReadModelWriter(calls, this.reading, copy.personal, batch);
    this.rebuilds = new MongoRebuildRecords(copy.named('_rebuilds'), calls);
    this.leases = new MongoLeases(copy.named('_leases'));
    this.logLeases = new MongoLeases(copy.logLeases);
    this.life = new MongoLifeRecords(copy.processes, calls);
    this.watchdog = new HeartbeatWatchdog({ client: this.client, sleep: realSleep, log });
  }

  /** The reads of queries and decisions. */
  get model(): ReadModel {
    return this.reading;
  }

  /**
   * Connects to a copy that is there, and creates nothing.
   * @throws ReadModelOpenError as `open`, and where there is no such copy
   */
  static async openExisting(options: Omit<MongoReadModelOptions, 'batch'>): Promise<MongoReadModelConnection> {
    return connected(options, async (client, health, copy) => {
      if (!(await copy.isThere()))
        throw new ReadModelOpenError('The database has no rows of this version of the service.');
      // Nothing is written by this connection.
      return new MongoReadModelConnection(client, copy, health, { ...options, batch: 1 });
    });
  }

  /**
   * Connects, and creates the copy's collections and indexes where they are missing.
   * @throws ReadModelOpenError in one sentence: no server answers, wrong credentials or rights, too old, another kind
   * of server
   */
  static async open(options: MongoReadModelOptions): Promise<MongoReadModelConnection> {
    return connected(options, async (client, health, copy) => {
      await copy.create();
      return new MongoReadModelConnection(client, copy, health, options);
    });
  }

  /**
   * The generation that was seen last and the last commit of a follower to it, as one text.
   * @throws ReadModelUnavailableError there is no generation, or it cannot be read
   */
  async stamp(follower: string): Promise<string> {
    const generation = await this.generations.lastSeen();
    const { position, commits } = (await this.reading.follower(generation, follower)) ?? {};
    return `${generation}|${position}|${commits}`;
  }

  /**
   * Projected revisions of many workspaces; those without an event are left out. That the rows were
   * exchanged is seen within a tenth of a second while they are awaited.
   */
  async projectedRevisions(workspaceIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
    const now = performance.now();
    if (now - this.lookedAt >= EXCHANGE_SEEN_MS) {
      this.lookedAt = now;
      await this.generations.mark();
    }
    return this.reading.projectedRevisions(workspaceIds);
  }

  /**
   * The projected revision of any one workspace that has events; undefined on a copy of an empty log, or without a
   * copy.
   */
  async anyProjectedRevision(): Promise<{ readonly workspaceId: string; readonly revision: number } | undefined> {
    const mark = await this.generations.mark();
    if (!mark) return undefined;
    const [before, after] = [inGeneration(mark.generation, ''), `${mark.generation}}`];
    const query = { filter: { _id: { $gt: before, $lte: after } }, hint: ID_INDEX, limit: 1 };
    const [found] = await this.calls.read(() => find(this.copy.setOf(mark).complete, query));
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

  /** The set of collections into which a rebuild writes. */
  rowsBeside(rebuild: RebuildId): RowsBeside {
    return new MongoRowsBeside({ copy: this.copy, calls: this.calls, rebuild, batch: this.options.batch });
  }

  protected dropUnnamed(): Promise<void> {
    return this.calls.write(() => this.copy.dropUnnamed());
  }

  /**
   * The follower calls this when it is at the end of the log, with the generation in which it began: another generation
   * stays as it is.
   */
  async markComplete(generation: string): Promise<void> {
    const { copies, suffix: _id } = this.copy;
    await this.calls.write(() => copies.updateOne({ _id, generation }, { $set: { complete: true } }));
  }

  /** The time of the primary's clock; undefined if the server does not tell it. @throws ReadModelUnavailableError */
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

async function connected<Connection>(
  options: Omit<MongoReadModelOptions, 'batch'>,
  open: (client: MongoClient, health: Health, copy: ReadModelCopy) => Promise<Connection>,
): Promise<Connection> {
  const { url, openTimeoutMs } = options;
  const problem = mongoUrlProblem(url);
  if (problem !== undefined) throw new ReadModelOpenError(`The URL of the read model ${problem}.`);
  const database = databaseOf(url);
  return openClient({ url, database, openTimeoutMs }, (client, health) =>
    open(client, health, new ReadModelCopy(client, database, options)),
  );
}
