import type { Collection, DocumentKey, IndexValue, Position, Row, ServerTime } from '#kernel';
import {
  type Amendment,
  CheckpointMismatchError,
  type DistinctOptions,
  type Generations,
  type GuardedWrite,
  type LeaseRecords,
  type MergeOptions,
  type PageOptions,
  type ReadModel,
  type ReadModelCacheWriter,
  ReadModelUnavailableError,
  type ReadModelWriter,
  type RowWrite,
} from '#read-model';
import { MemoryReadModel } from '#read-model/testing';
import type { SharedRows } from '../../../apps/service/shared-stores.js';
import type { Lease } from '../../../libs/read-model/leases.js';
import type { Commit, CountOptions } from '../../../libs/read-model/read-model.js';
import { allSettled } from '../../../libs/read-model/settled.js';
import type { Owner } from '../kernel/event-heap.js';
import type { Kernel } from '../kernel/kernel.js';
import type { Network } from './network.js';
import type { CopyMark, RowsDatabase } from './rows-database.js';

export interface RowsOptions {
  readonly kernel: Kernel;
  readonly database: RowsDatabase;
  readonly network: Network;
  readonly owner: Owner;
  /** Of the process: see ServerTime. */
  readonly monotonic: () => number;
}

/** Rows of one bulk write; a batch of the follower is several messages, between which anything may happen. */
const CHUNK = 50;

/** One process's connection to the shared rows: each method of the port is one message or several, as with MongoDB. */
export class SimulatedRows implements SharedRows {
  readonly model: ReadModel;
  readonly writer: ReadModelWriter & ReadModelCacheWriter;
  readonly leases: LeaseRecords;
  readonly logLeases: LeaseRecords;
  private readonly wire: Wire;
  private readonly generations: SimulatedGenerations;

  constructor(private readonly options: RowsOptions) {
    const { database } = options;
    this.wire = new Wire(options);
    this.generations = new SimulatedGenerations(this.wire, database);
    this.model = new SimulatedReadModel(this.wire, this.generations);
    this.writer = new SimulatedWriter(this.wire, this.generations, this.model);
    this.leases = leasesOn(this.wire, database.leases, 'lease of the rows');
    this.logLeases = leasesOn(this.wire, database.logLeases, 'lease of the log');
  }

  ensure(): Promise<string> {
    return this.wire.ask('create the copy', ({ database }) => database.create());
  }

  async isOf(generation: string): Promise<boolean> {
    return (await this.generations.mark())?.generation === generation;
  }

  markComplete(generation: string): Promise<void> {
    return this.wire.ask('mark the copy', ({ database }) => {
      if (database.mark?.generation === generation) database.mark = { generation, isComplete: true };
    });
  }

  async copyComplete(): Promise<boolean> {
    return (await this.generations.mark())?.isComplete ?? false;
  }

  async projectedRevisions(workspaceIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
    const generation = await this.generations.lastSeen();
    return this.wire.ask('projected revisions', ({ database }) => {
      const known = database.storage(generation).projectedRevisions;
      return new Map(workspaceIds.flatMap((id) => (known.has(id) ? [[id, known.get(id)!]] : [])));
    });
  }

  async anyProjectedRevision(): Promise<{ readonly workspaceId: string; readonly revision: number } | undefined> {
    const mark = await this.generations.mark();
    if (!mark) return undefined;
    return this.wire.ask('any projected revision', ({ database }) => {
      const [first] = database.storage(mark.generation).projectedRevisions;
      return first && { workspaceId: first[0], revision: first[1] };
    });
  }

  registerSharedValue(name: string, values: readonly string[]): Promise<boolean> {
    return this.wire.ask('shared value', ({ database }) => {
      const given = database.sharedValues.get(name);
      const isShared = given === undefined || values.some((each) => given.includes(each));
      if (isShared) database.sharedValues.set(name, values);
      return isShared;
    });
  }

  replaceSharedValue(name: string, values: readonly string[]): Promise<void> {
    return this.wire.ask('shared value', ({ database }) => void database.sharedValues.set(name, values));
  }

  serverTime(): Promise<ServerTime | undefined> {
    const { kernel, monotonic } = this.options;
    const asked = monotonic();
    return this.wire
      .ask('time of the rows', () => Math.floor(kernel.now()))
      .then((time) => ({ time, asked, answered: monotonic() }));
  }

  health(): { readonly detail: string | undefined } {
    return { detail: this.options.network.isOut ? 'The read model does not answer.' : undefined };
  }

  /** Later calls fail. */
  close(): void {
    this.wire.isClosed = true;
  }
}

/** The messages of one process to the database of the rows. */
class Wire {
  isClosed = false;

  constructor(private readonly options: RowsOptions) {}

  async ask<Answer>(what: string, effect: (server: RowsOptions) => Answer): Promise<Answer> {
    const { network, owner } = this.options;
    const unavailable = () => new ReadModelUnavailableError('The read model does not answer.');
    if (this.isClosed) throw new ReadModelUnavailableError('The read model is closed.');
    return network.ask(owner, what, () => effect(this.options), unavailable);
  }

  /** For what answers with a promise that is settled already: the rows in memory do. */
  async askRows<Answer>(
    what: string,
    generation: string,
    effect: (rows: MemoryReadModel) => Promise<Answer>,
  ): Promise<Answer> {
    return this.ask(what, ({ database }) => {
      const answer = effect(new MemoryReadModel(database.storage(generation)));
      // A rejection is delivered with the answer, some time later.
      answer.catch(() => undefined);
      return answer;
    });
  }
}

/** As in libs/read-model/mongodb/generations.ts: what was last seen of the mark is kept. */
class SimulatedGenerations implements Generations {
  private seen: CopyMark | undefined;

  constructor(
    private readonly wire: Wire,
    private readonly database: RowsDatabase,
  ) {}

  async mark(): Promise<CopyMark | undefined> {
    this.seen = await this.wire.ask('mark of the copy', () => this.database.mark);
    return this.seen;
  }

  async lastSeen(): Promise<string> {
    const mark = this.seen ?? (await this.mark());
    if (!mark) throw new ReadModelUnavailableError('The read model was dropped and is not there again yet.');
    return mark.generation;
  }

  async current(): Promise<string> {
    const mark = this.seen?.isComplete ? this.seen : await this.mark();
    if (!mark?.isComplete) throw new ReadModelUnavailableError('The read model is being built from the log.');
    return mark.generation;
  }

  async isCurrent(generation: string): Promise<boolean> {
    const mark = await this.mark();
    return mark?.generation === generation && mark.isComplete;
  }
}

/** Rows are read whatever their generation, as in MongoDB; who reads asks for the generation before and behind. */
class SimulatedReadModel implements ReadModel {
  constructor(
    private readonly wire: Wire,
    readonly generations: SimulatedGenerations,
  ) {}

  getMany<Doc extends Row>(collection: Collection<Doc>, keys: readonly DocumentKey[]) {
    return this.rows(`rows of ${collection.name}`, (rows) => rows.getMany(collection, keys));
  }

  page<Doc extends Row>(collection: Collection<Doc>, options: PageOptions) {
    return this.rows(`page of ${collection.name}`, (rows) => rows.page(collection, options));
  }

  pageKeys(collection: Collection, options: PageOptions) {
    return this.rows(`keys of ${collection.name}`, (rows) => rows.pageKeys(collection, options));
  }

  fieldsOf(collection: Collection, index: string, keys: readonly DocumentKey[]) {
    return this.rows(`fields of ${collection.name}`, (rows) => rows.fieldsOf(collection, index, keys));
  }

  merge<Doc extends Row>(collection: Collection<Doc>, options: MergeOptions) {
    return this.rows(`merge of ${collection.name}`, (rows) => rows.merge(collection, options));
  }

  distinct(collection: Collection, options: DistinctOptions): Promise<IndexValue[]> {
    return this.rows(`values of ${collection.name}`, (rows) => rows.distinct(collection, options));
  }

  count(collection: Collection, options: CountOptions) {
    return this.rows(`count of ${collection.name}`, (rows) => rows.count(collection, options));
  }

  async projectedRevision(workspaceId: string): Promise<number> {
    const generation = await this.generations.lastSeen();
    return this.wire.askRows('projected revision', generation, (rows) => rows.projectedRevision(workspaceId));
  }

  private rows<Answer>(what: string, read: (rows: MemoryReadModel) => Promise<Answer>): Promise<Answer> {
    return this.wire.askRows(what, '', read);
  }
}

/** As in libs/read-model/mongodb/writer.ts: rows, then projected revisions, then the checkpoint, each a message. */
class SimulatedWriter implements ReadModelWriter, ReadModelCacheWriter {
  private begunIn: string | undefined;

  constructor(
    private readonly wire: Wire,
    private readonly generations: SimulatedGenerations,
    private readonly model: ReadModel,
  ) {}

  getMany<Doc extends Row>(collection: Collection<Doc>, keys: readonly DocumentKey[]) {
    return this.model.getMany(collection, keys);
  }

  page<Doc extends Row>(collection: Collection<Doc>, options: PageOptions) {
    return this.model.page(collection, options);
  }

  projectedRevision(workspaceId: string): Promise<number> {
    return this.model.projectedRevision(workspaceId);
  }

  async checkpoint(follower: string): Promise<Position | undefined> {
    const mark = await this.generations.mark();
    this.begunIn = mark?.generation;
    return mark && this.wire.askRows('checkpoint', mark.generation, (rows) => rows.checkpoint(follower));
  }

  async commit(commit: Commit): Promise<void> {
    const generation = (this.begunIn ??= await this.generations.lastSeen());
    await this.claim(commit, generation);
    await this.eachCollection(commit.writes, (chunk) =>
      this.change(`write ${chunk[0]!.collection.name}`, generation, (rows) => rows.writeGuarded(chunk)),
    );
    const { projectedRevisions } = commit;
    await this.change('raise revisions', generation, (rows) => rows.raiseRevisions(projectedRevisions));
    await this.change('move checkpoint', generation, (rows) => rows.moveCheckpoint(commit));
  }

  async putRows(writes: readonly RowWrite[]): Promise<void> {
    await this.eachCollection(writes, (chunk) => this.wire.askRows('put rows', '', (rows) => rows.putRows(chunk)));
  }

  async amendRows(changes: readonly Amendment[]): Promise<number> {
    let count = 0;
    await this.eachCollection(changes, async (chunk) => {
      const amended = await this.wire.askRows('amend rows', '', (rows) => rows.amendRows(chunk));
      count += amended;
    });
    return count;
  }

  dropBelow(collection: Collection, options: Parameters<ReadModelCacheWriter['dropBelow']>[1]): Promise<number> {
    return this.wire.askRows(`drop ${collection.name}`, '', (rows) => rows.dropBelow(collection, options));
  }

  dropWorkspace(collection: Collection, workspaceId: string, limit: number): Promise<number> {
    return this.wire.askRows(`drop ${collection.name}`, '', (rows) =>
      rows.dropWorkspace(collection, workspaceId, limit),
    );
  }

  /** Before anything of a batch is written. @throws CheckpointMismatchError */
  private async claim({ follower, from }: Commit, generation: string): Promise<void> {
    await this.change('claim', generation, (rows) => rows.claim({ follower, from }));
    if (from !== undefined) return;
    // Where a generation has no checkpoint yet, only the copy's mark tells it from one that is gone.
    if ((await this.generations.mark())?.generation !== generation) {
      throw new CheckpointMismatchError(follower, from, undefined);
    }
  }

  private change(what: string, generation: string, step: (rows: MemoryReadModel) => void): Promise<void> {
    return this.wire.ask(what, ({ database }) => step(new MemoryReadModel(database.storage(generation))));
  }

  /** Collections side by side, each one chunk after the other. */
  private async eachCollection<Write extends Pick<GuardedWrite, 'collection'>>(
    writes: readonly Write[],
    write: (chunk: readonly Write[]) => Promise<unknown>,
  ): Promise<void> {
    const byCollection = new Map<string, Write[]>();
    for (const each of writes) {
      const { name } = each.collection;
      byCollection.set(name, [...(byCollection.get(name) ?? []), each]);
    }
    const inChunks = async (all: readonly Write[]) => {
      for (let at = 0; at < all.length; at += CHUNK) await write(all.slice(at, at + CHUNK));
    };
    await allSettled([...byCollection.values()].map(inChunks));
  }
}

/** Each call is one message; the exchange is conditional. */
function leasesOn(wire: Wire, leases: Map<string, Lease>, what: string): LeaseRecords {
  return {
    find: (name) => wire.ask(what, () => leases.get(name)),
    exchange: (name, seen, next) =>
      wire.ask(what, () => {
        const found = leases.get(name);
        if (found?.owner !== seen?.owner || found?.beats !== seen?.beats) return false;
        leases.set(name, next);
        return true;
      }),
  };
}
