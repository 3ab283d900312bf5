import type { Collection, DocumentKey, Position, Row } from '#kernel';
import {
  type Amendment,
  CheckpointMismatchError,
  type GuardedWrite,
  type PageOptions,
  type ReadModel,
  type ReadModelCacheWriter,
  type ReadModelWriter,
  type RowWrite,
} from '#read-model';
import { MemoryReadModel } from '#read-model/testing';
import type { Commit } from '../../../libs/read-model/read-model.js';
import { allSettled } from '../../../libs/read-model/settled.js';
import type { Message } from './network.js';
import type { RowsWire } from './rows-wire.js';
import type { SimulatedGenerations } from './simulated-generations.js';

/** Rows of one bulk write; a batch of the follower is several messages, between which anything may happen. */
const CHUNK = 50;

/** As in libs/read-model/mongodb/writer.ts: rows, then projected revisions, then the checkpoint, each a message. */
export class SimulatedWriter implements ReadModelWriter, ReadModelCacheWriter {
  private begunIn: string | undefined;

  constructor(
    private readonly wire: RowsWire,
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
      this.change(about('write', chunk), generation, (rows) => rows.writeGuarded(chunk)),
    );
    const { projectedRevisions } = commit;
    await this.change('raise revisions', generation, (rows) => rows.raiseRevisions(projectedRevisions));
    await this.change('move checkpoint', generation, (rows) => rows.moveCheckpoint(commit));
  }

  async putRows(writes: readonly RowWrite[]): Promise<void> {
    await this.eachCollection(writes, (chunk) =>
      this.wire.askRows(about('put', chunk), '', (rows) => rows.putRows(chunk)),
    );
  }

  async amendRows(changes: readonly Amendment[]): Promise<number> {
    let count = 0;
    await this.eachCollection(changes, async (chunk) => {
      const amended = await this.wire.askRows(about('amend', chunk), '', (rows) => rows.amendRows(chunk));
      count += amended;
    });
    return count;
  }

  dropBelow(collection: Collection, options: Parameters<ReadModelCacheWriter['dropBelow']>[1]): Promise<number> {
    return this.wire.askRows(dropOf(collection), '', (rows) => rows.dropBelow(collection, options));
  }

  dropWorkspace(collection: Collection, workspaceId: string, limit: number): Promise<number> {
    return this.wire.askRows(dropOf(collection), '', (rows) => rows.dropWorkspace(collection, workspaceId, limit));
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

  private change(message: string | Message, generation: string, step: (rows: MemoryReadModel) => void): Promise<void> {
    return this.wire.ask(message, (copy) => step(new MemoryReadModel(copy.storage(generation))));
  }

  /** Collections side by side, each one chunk after the other. */
  private async eachCollection<Write extends Pick<GuardedWrite, 'collection'>>(
    writes: readonly Write[],
    write: (chunk: readonly Write[]) => Promise<unknown>,
  ): Promise<void> {
    const byCollection = new Map<string, Write[]>();
    for (const each of writes) {
      const { name } = each.collection;
      const ofCollection = byCollection.get(name);
      if (ofCollection) ofCollection.push(each);
      else byCollection.set(name, [each]);
    }
    const inChunks = async (all: readonly Write[]) => {
      for (let at = 0; at < all.length; at += CHUNK) await write(all.slice(at, at + CHUNK));
    };
    await allSettled([...byCollection.values()].map(inChunks));
  }
}

/** All of a chunk are rows of one collection. */
function about(what: string, [first]: readonly Pick<GuardedWrite, 'collection'>[]): Message {
  const { name } = first!.collection;
  return { what: `${what} ${name}`, collection: name };
}

const dropOf = ({ name }: Collection): Message => ({ what: `drop ${name}`, collection: name });
