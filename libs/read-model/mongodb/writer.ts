import type { Collection, DocumentKey, IndexValue, Position, Row } from '#kernel';
import { checkAmendment } from '../amendments.js';
import type { Amendment, Commit, PageOptions, ReadModelCacheWriter, ReadModelWriter, RowWrite } from '../read-model.js';
import { CheckpointMismatchError } from '../read-model.js';
import { allSettled } from '../settled.js';
import { wavesOf } from '../waves.js';
import { writeAmendments, writeBlindly, writeGuarded, writeHighest } from './bulk.js';
import type { Calls } from './calls.js';
import { inGeneration } from './read-model-copy.js';
import type { RowSet } from './row-set.js';
import type { PersonalRows } from '../personal-rows.js';
import { isDuplicateKey } from './errors.js';
import { belowQuery, type FindQuery, workspaceQuery } from './queries.js';
import { find } from './find.js';
import { type MongoReadModel } from './reading.js';

/**
 * Writes rows, then projected revisions, then the checkpoint, each acknowledged by the majority before the next begins
 * (docs/reference/consistency.md#projections). There are no transactions, and every step can be repeated.
 * @see docs/adr/0013-mongodb-without-transactions.md
 */
export class MongoReadModelWriter implements ReadModelWriter, ReadModelCacheWriter {
  /**
   * The generation in which the follower last read its checkpoint: projected revisions and checkpoints are written in
   * this one alone.
   */
  private begunIn: string | undefined;

  constructor(
    private readonly calls: Calls,
    private readonly model: MongoReadModel,
    private readonly personal: PersonalRows,
    /** Largest number of statements of one bulk write. */
    private readonly batch: number,
  ) {}

  getMany<Doc extends Row>(collection: Collection<Doc>, keys: readonly DocumentKey[]): Promise<(Doc | undefined)[]> {
    return this.model.getMany(collection, keys);
  }

  page<Doc extends Row>(collection: Collection<Doc>, options: PageOptions): Promise<Doc[]> {
    return this.model.page(collection, options);
  }

  projectedRevision(workspaceId: string): Promise<number> {
    return this.model.projectedRevision(workspaceId);
  }

  async checkpoint(follower: string): Promise<Position | undefined> {
    this.begunIn = await this.model.source.seenNow();
    return this.begunIn === undefined ? undefined : this.model.checkpoint(this.begunIn, follower);
  }

  async commit({ writes, projectedRevisions, follower, from, to }: Commit): Promise<void> {
    const { generation, set } = await this.claim(follower, from);
    if (writes.some(({ erases }) => erases)) await this.model.source.dropKept();
    for (const wave of wavesOf(writes)) {
      await this.eachCollection(set, wave, (documents, chunk) => writeGuarded(this.calls, documents, chunk));
    }
    const { complete } = set;
    for (const chunk of this.chunks([...projectedRevisions]))
      await writeHighest(this.calls, complete, generation, chunk);
    await this.moveCheckpoint(set, generation, { follower, from, to });
  }

  async putRows(writes: readonly RowWrite[]): Promise<void> {
    await this.eachCollection(await this.model.source.set(), writes, (documents, chunk) =>
      writeBlindly(this.calls, documents, chunk),
    );
  }

  async amendRows(changes: readonly Amendment[]): Promise<number> {
    changes.forEach(checkAmendment);
    if (changes.some((change) => this.personal.maybeErasedBy(change))) await this.model.source.dropKept();
    let count = 0;
    await this.eachCollection(await this.model.source.set(), changes, async (documents, chunk) => {
      // Read after the await: concurrent calls add to the count meanwhile.
      const asRead = await writeAmendments(this.calls, documents, chunk);
      count += asRead;
    });
    return count;
  }

  async dropBelow(
    collection: Collection,
    options: { readonly index: string; readonly prefix: readonly IndexValue[]; before: IndexValue; limit: number },
  ): Promise<number> {
    const { index, prefix, before, limit } = options;
    // The conditions again: a row that was written meanwhile may no longer be below the bound.
    const query = belowQuery(collection, index, prefix, before, limit);
    return this.drop(collection, query, query.filter);
  }

  async dropWorkspace(collection: Collection, workspaceId: string, limit: number): Promise<number> {
    return this.drop(collection, workspaceQuery(collection, workspaceId, limit), {});
  }

  /** Drops the rows of a query that still meet the conditions. @returns how many */
  private async drop(collection: Collection, query: FindQuery, conditions: object): Promise<number> {
    let { documents, ids } = await this.found(collection, query);
    if (ids.length > 0 && this.personal.areIn(collection.name)) {
      await this.model.source.dropKept();
      // That has read the mark: other rows may be live, and the kept ones, now gone, those that were found.
      ({ documents, ids } = await this.found(collection, query));
    }
    let dropped = 0;
    for (const $in of this.chunks(ids)) {
      const filter = { ...conditions, _id: { $in } };
      const { deletedCount } = await this.calls.write(() => documents.deleteMany(filter as object));
      dropped += deletedCount;
    }
    return dropped;
  }

  /** The rows of a query, in the live set as it was last seen. */
  private async found(collection: Collection, query: FindQuery) {
    const documents = (await this.model.source.set()).documentsOf(collection);
    const rows = await this.calls.read(() => find(documents, query));
    return { documents, ids: rows.map(({ _id }) => _id) };
  }

  /**
   * Called before a batch is written: checks that the checkpoint is where the batch began, in the generation in which
   * it began. An owner that was suspended, or whose copy was dropped, writes nothing more except the statement it was
   * about to send at that moment.
   * @returns the generation, and its rows
   * @throws CheckpointMismatchError
   */
  private async claim(
    follower: string,
    from: Position | undefined,
  ): Promise<{ readonly generation: string; readonly set: RowSet }> {
    const { source } = this.model;
    const generation = (this.begunIn ??= await source.lastSeen());
    const set = await source.setForBatch(generation);
    const found = set && (await this.model.checkpoint(generation, follower, set));
    if (found !== from || !set) throw new CheckpointMismatchError(follower, from, found);
    return { generation, set };
  }

  /** Moves the checkpoint only from exactly where the batch began. */
  private async moveCheckpoint(
    { followers }: RowSet,
    generation: string,
    { follower, from, to }: Pick<Commit, 'follower' | 'from' | 'to'>,
  ): Promise<void> {
    const _id = inGeneration(generation, follower);
    const moved = await this.calls.write(async () => {
      if (from !== undefined) {
        const { matchedCount } = await followers.updateOne(
          { _id, position: from },
          { $set: { position: to }, $inc: { commits: 1 } },
        );
        return matchedCount === 1;
      }
      try {
        await followers.insertOne({ _id, position: to });
        return true;
      } catch (error) {
        if (isDuplicateKey(error)) return false;
        throw error;
      }
    });
    if (!moved) {
      throw new CheckpointMismatchError(follower, from, await this.model.checkpoint(generation, follower));
    }
  }

  /** Collections in parallel, the chunks of each one after another. */
  private async eachCollection<Write extends Pick<RowWrite, 'collection'>>(
    set: RowSet,
    writes: readonly Write[],
    write: (documents: ReturnType<RowSet['documentsOf']>, chunk: readonly Write[]) => Promise<void>,
  ): Promise<void> {
    const byCollection = new Map<string, Write[]>();
    for (const item of writes) {
      const found = byCollection.get(item.collection.name);
      if (found) found.push(item);
      else byCollection.set(item.collection.name, [item]);
    }
    const each = async (items: readonly Write[]) => {
      const documents = set.documentsOf(items[0]!.collection);
      for (const chunk of this.chunks(items)) await write(documents, chunk);
    };
    await allSettled([...byCollection.values()].map(each));
  }

  private chunks<Item>(items: readonly Item[]): readonly (readonly Item[])[] {
    const count = Math.ceil(items.length / this.batch);
    return Array.from({ length: count }, (_, i) => items.slice(i * this.batch, (i + 1) * this.batch));
  }
}
