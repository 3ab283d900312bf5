import { type Day, type DayKind, subjectsBefore } from '#kernel';
import {
  Calls,
  type Health,
  HeartbeatWatchdog,
  ID_INDEX,
  find,
  mongoUrlProblem,
  openClient,
  upsert,
} from '#read-model/mongodb';
import { ReadModelOpenError, realSleep } from '#read-model';
import type { MongoClient } from 'mongodb';
import { CallsUnderWay } from '../calls-under-way.js';
import {
  type FoundKey,
  type KeyStoreState,
  otherKeys,
  type PersonalKey,
  type PersonalKeys,
  PersonalKeysOpenError,
  PersonalKeysUnavailableError,
} from '../personal-keys.js';
import { type SecretsKeys, WorkspaceKeyWrapping } from '../wrapping.js';
import { KeyCollections, type StoreDocument } from './documents.js';
import { KeyMaker } from './key-maker.js';
import { KeyFinder } from './key-finder.js';
import { rewrapWorkspace } from './rewrap-workspace.js';
import { StoreRecord } from './store-record.js';
import { MongoSubjectKeys } from './subject-keys.js';
import { MongoWorkspaceKeys } from './workspace-keys.js';

export interface MongoPersonalKeysOptions {
  /** See `mongoUrlProblem`. The database of its path is not used. */
  readonly url: string;
  /** The database of the keys alone: what drops or rebuilds the read model must not reach it. */
  readonly database: string;
  /** The first key wraps, all of them unwrap. */
  readonly secrets: SecretsKeys;
  /** False: the log was written with keys, so a database without any is left as it is. Default: true. */
  readonly mayMake?: boolean;
  /** Milliseconds in which `open` tries to reach a primary. */
  readonly openTimeoutMs?: number;
  /** Gets sentences for the log: that the driver had to be reconnected. */
  readonly log?: (sentence: string) => void;
}

/** The mark that counts shreddings. */
export const SHREDDINGS = 'shreddings';

/**
 * The keys of the distributed pair, in a MongoDB database of their own. Each write is of one document, acknowledged by
 * the journals of a majority; reads see only what a majority has. No transactions are needed: a key that is given out
 * was read together with a later proof that its workspace key is the newest one (see `KeyMaker`).
 * @see docs/adr/0040-personal-data-is-sealed-with-keys-that-can-be-shredded.md
 * @see docs/adr/0013-mongodb-without-transactions.md
 */
export class MongoPersonalKeys implements PersonalKeys {
  private readonly underWay = new CallsUnderWay();
  private readonly calls: Calls;
  private readonly record: StoreRecord;
  private readonly subjects: MongoSubjectKeys;
  private readonly workspaces: MongoWorkspaceKeys;
  private readonly maker: KeyMaker;
  private readonly finder: KeyFinder;
  private readonly watchdog: HeartbeatWatchdog;
  private closing: Promise<void> | undefined;

  private constructor(
    private readonly client: MongoClient,
    private readonly collections: KeyCollections,
    private readonly watch: Health,
    { secrets, log = () => undefined }: Pick<MongoPersonalKeysOptions, 'secrets' | 'log'>,
  ) {
    const calls = (this.calls = new Calls(watch, unavailable));
    this.record = new StoreRecord(calls, collections.store);
    this.subjects = new MongoSubjectKeys(calls, collections.subjects);
    this.workspaces = new MongoWorkspaceKeys(calls, collections.workspaces, new WorkspaceKeyWrapping(secrets));
    this.maker = new KeyMaker(this.subjects, this.workspaces);
    const isLossAccepted = async (): Promise<boolean> => (await this.stored()).loss_accepted;
    this.finder = new KeyFinder(this.subjects, this.workspaces, () => this.count(0), isLossAccepted);
    this.watchdog = new HeartbeatWatchdog({ client: this.client, sleep: realSleep, log });
  }

  /**
   * Connects, and creates the indexes and the store's own document where they are missing.
   * @throws PersonalKeysOpenError in one sentence: no server answers, wrong credentials or rights, too old, another
   *   kind of server; or the store is missing although it may not be made
   */
  static async open(options: MongoPersonalKeysOptions): Promise<MongoPersonalKeys> {
    const { url, database, openTimeoutMs, mayMake = true } = options;
    const problem = mongoUrlProblem(url);
    if (problem !== undefined) throw new PersonalKeysOpenError(`The URL of the personal keys ${problem}.`);
    try {
      const client = { url, database, openTimeoutMs, readConcernLevel: 'majority' } as const;
      return await openClient(client, async (connected, health) => {
        const collections = new KeyCollections(connected, database);
        const record = new StoreRecord(new Calls(health, unavailable), collections.store);
        if (!mayMake && !(await record.find())) throw new ReadModelOpenError(missing(database));
        await collections.create();
        await record.make();
        return new MongoPersonalKeys(connected, collections, health, options);
      });
    } catch (error) {
      if (error instanceof ReadModelOpenError) throw new PersonalKeysOpenError(error.message, { cause: error });
      throw error;
    }
  }

  /** @see PersonalKeys.ensure */
  ensure(workspaceId: string, subjects: readonly string[]): Promise<readonly PersonalKey[]> {
    return this.underWay.run(() => this.maker.ensure(workspaceId, subjects));
  }

  /** @see PersonalKeys.get */
  get(ids: readonly string[]): Promise<readonly FoundKey[]> {
    return this.underWay.run(() => this.finder.get(ids));
  }

  /** @see PersonalKeys.keyIds */
  keyIds(workspaceId: string, subjects: readonly string[]): Promise<ReadonlyMap<string, string>> {
    return this.underWay.run(async () => {
      const present = await this.subjects.present(workspaceId, subjects);
      const found = subjects.filter((subject) => present.has(subject));
      return new Map(found.map((subject) => [subject, present.get(subject)!.id]));
    });
  }

  /**
   * Counted at the end, also where nothing was left to shred: a process that was cut off in between repeats the call.
   * @see PersonalKeys.shredKeys
   */
  shredKeys(workspaceId: string, keys: ReadonlyMap<string, string>): Promise<void> {
    return this.underWay.run(async () => {
      await this.subjects.shredKeys(workspaceId, keys);
      await this.count(1);
    });
  }

  /**
   * Counted before the first keys are destroyed and after the last: a call that is repeated after a crash finds none
   * left and counts nothing, and caches of other processes must not keep the keys until a later shredding.
   * @see PersonalKeys.shredDays
   */
  shredDays(kind: DayKind, before: Day, workspaceId?: string): Promise<number> {
    return this.underWay.run(async () => {
      const [first, end] = subjectsBefore(kind, before);
      let shredded = 0;
      for (;;) {
        this.underWay.refuseClosed();
        const found = await this.subjects.daysBetween(first, end, workspaceId);
        if (found.length === 0) break;
        if (shredded === 0) await this.count(1);
        await this.subjects.destroy(found);
        shredded += found.length;
      }
      if (shredded > 0) await this.count(1);
      return shredded;
    });
  }

  /** @see PersonalKeys.shredWorkspace */
  shredWorkspace(workspaceId: string): Promise<void> {
    return this.underWay.run(async () => {
      await this.workspaces.shred(workspaceId);
      await this.count(1);
    });
  }

  /** @see PersonalKeys.rewrap */
  rewrap(workspaceId: string): Promise<void> {
    const { subjects, workspaces, underWay } = this;
    return underWay.run(() => rewrapWorkspace(workspaceId, subjects, workspaces, () => underWay.refuseClosed()));
  }

  /** @see PersonalKeys.shreddings */
  shreddings(): Promise<number> {
    return this.underWay.run(async () => {
      const query = { filter: { _id: SHREDDINGS }, hint: ID_INDEX, limit: 1 };
      const [found] = await this.calls.read(() => find(this.collections.marks, query));
      return found?.count ?? 0;
    });
  }

  /** @see PersonalKeys.isWrappedNewest */
  isWrappedNewest(workspaceId: string): Promise<boolean> {
    return this.underWay.run(async () => {
      const found = (await this.workspaces.find([workspaceId])).get(workspaceId);
      if (!found || found.shredded) return true;
      return found.formerGenerations.length === 0 && found.isUnderFirstSecret;
    });
  }

  /** @see PersonalKeys.inspect */
  inspect(): Promise<KeyStoreState> {
    return this.underWay.run(async () => {
      const { store_id: id } = await this.stored();
      return { id, ...(await this.workspaces.count()) };
    });
  }

  /** @see PersonalKeys.acceptLoss */
  acceptLoss(): Promise<void> {
    return this.underWay.run(() => this.record.acceptLoss());
  }

  /** A sentence while the keys cannot be reached; undefined while they can. */
  health(): { readonly detail: string | undefined } {
    return { detail: this.watch.detail };
  }

  close(): Promise<void> {
    this.closing ??= this.underWay.close().then(() => this.watchdog.close());
    return this.closing;
  }

  private async stored(): Promise<StoreDocument> {
    const found = await this.record.find();
    if (!found) throw new PersonalKeysUnavailableError('The database of the personal keys was dropped.');
    return found;
  }

  /** Adds to the shreddings. Adding nothing is acknowledged, too: only by the primary of a majority. */
  private count(shreddings: number): Promise<void> {
    const update = { $inc: { count: shreddings } };
    return upsert(this.calls, this.collections.marks, [
      { updateOne: { filter: { _id: SHREDDINGS }, update, upsert: true } },
    ]);
  }
}

function missing(database: string): string {
  return otherKeys(`the MongoDB database ${database}`).message;
}

/** What a call of the driver that fails is for the callers of a store of keys. */
export function unavailable(message: string, cause: unknown): PersonalKeysUnavailableError {
  return new PersonalKeysUnavailableError(`The personal keys in MongoDB cannot be used now: ${message}`, { cause });
}
