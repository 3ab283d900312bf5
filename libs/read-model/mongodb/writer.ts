import type { Collection, DocumentKey, IndexValue, Position, Row } from '#kernel';
import { checkAmendment } from '../amendments.js';
import type { Amendment, Commit, PageOptions, ReadModelCacheWriter, ReadModelWriter, RowWrite } from '../read-model.js';
import { CheckpointMismatchError } from '../read-model.js';
import { allSettled } from '../settled.js';
import { writeAmendments, writeBlindly, writeGuarded, writeHighest } from './bulk.js';
import type { Calls } from './calls.js';
import { type ReadModelCopy, inGeneration } from './read-model-copy.js';
import { isDuplicateKey } from './errors.js';
import { belowQuery, workspaceQuery } from './queries.js';
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
    private readonly copy: ReadModelCopy,
    private readonly calls: Calls,
    private readonly model: MongoReadModel,
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
    const mark = await this.model.generations.mark();
    this.begunIn = mark?.generation;
    return mark && this.model.checkpoint(mark.generation, follower);
  }

  async commit({ writes, projectedRevisions, follower, from, to }: Commit): Promise<void> {
    const generation = await this.claim(follower, from);
    await this.eachCollection(writes, (documents, chunk) => writeGuarded(this.calls, documents, chunk));
    const { complete } = this.copy;
    for (const chunk of this.chunks([...projectedRevisions]))
      await writeHighest(this.calls, complete, generation, chunk);
    await this.moveCheckpoint(generation, follower, from, to);
  }

  async putRows(writes: readonly RowWrite[]): Promise<void> {
    await this.eachCollection(writes, (documents, chunk) => writeBlindly(this.calls, documents, chunk));
  }

  async amendRows(changes: readonly Amendment[]): Promise<number> {
    changes.forEach(checkAmendment);
    let count = 0;
    await this.eachCollection(changes, async (documents, chunk) => {
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
    const documents = this.copy.documentsOf(collection);
    const query = belowQuery(collection, index, prefix, before, limit);
    const ids = (await this.calls.read(() => find(documents, query))).map(({ _id }) => _id);
    let dropped = 0;
    for (const $in of this.chunks(ids)) {
      // The conditions again: a row that was written meanwhile may no longer be below the bound.
      const filter = { ...query.filter, _id: { $in } };
      const { deletedCount } = await this.calls.write(() => documents.deleteMany(filter as object));
      dropped += deletedCount;
    }
    return dropped;
  }

  async dropWorkspace(collection: Collection, workspaceId: string, limit: number): Promise<number> {
    const documents = this.copy.documentsOf(collection);
    const query = workspaceQuery(collection, workspaceId, limit);
    const ids = (await this.calls.read(() => find(documents, query))).map(({ _id }) => _id);
    let dropped = 0;
    for (const $in of this.chunks(ids)) {
      const { deletedCount } = await this.calls.write(() => documents.deleteMany({ _id: { $in } }));
      dropped += deletedCount;
    }
    return dropped;
  }

  /**
   * Called before a batch is written: checks that the checkpoint is where the batch began, in the generation in which
   * it began. An owner that was suspended, or whose copy was dropped, writes nothing more except the statement it was
   * about to send at that moment.
   * @returns the generation
   * @throws CheckpointMismatchError
   */
  private async claim(follower: string, from: Position | undefined): Promise<string> {
    const { generations } = this.model;
    const generation = (this.begunIn ??= await generations.lastSeen());
    const found = await this.model.checkpoint(generation, follower);
    // Where a generation has no checkpoint yet, only the copy's mark tells it from one that was dropped.
    const isThere = from !== undefined || (await generations.mark())?.generation === generation;
    if (found !== from || !isThere) throw new CheckpointMismatchError(follower, from, found);
    return generation;
  }

  /** Moves the checkpoint only from exactly where the batch began. */
  private async moveCheckpoint(
    generation: string,
    follower: string,
    from: Position | undefined,
    to: Position,
  ): Promise<void> {
    const { followers } = this.copy;
    const _id = inGeneration(generation, follower);
    const moved = await this.calls.write(async () => {
      if (from !== undefined) {
        const { matchedCount } = await followers.updateOne({ _id, position: from }, { $set: { position: to } });
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
    writes: readonly Write[],
    write: (documents: ReturnType<ReadModelCopy['documentsOf']>, chunk: readonly Write[]) => Promise<void>,
  ): Promise<void> {
    const byCollection = new Map<string, Write[]>();
    for (const item of writes) {
      const found = byCollection.get(item.collection.name);
      if (found) found.push(item);
      else byCollection.set(item.collection.name, [item]);
    }
    const each = async (items: readonly Write[]) => {
      const documents = this.copy.documentsOf(items[0]!.collection);
      for (const chunk of this.chunks(items)) await write(documents, chunk);
    };
    await allSettled([...byCollection.values()].map(each));
  }

  private chunks<Item>(items: readonly Item[]): readonly (readonly Item[])[] {
    const count = Math.ceil(items.length / this.batch);
    return Array.from({ length: count }, (_, i) => items.slice(i * this.batch, (i + 1) * this.batch));
  }
}
