import type { Collection, DocumentKey, Position, Row } from '#kernel';
import {
  type Amendment,
  CheckpointMismatchError,
  type GuardedWrite,
  type PageOptions,
  type ReadModelCacheWriter,
  type ReadModelWriter,
  type RowWrite,
} from '#read-model';
import { MemoryReadModel } from '#read-model/testing';
import type { Commit } from '../../../libs/read-model/read-model.js';
import { allSettled } from '../../../libs/read-model/settled.js';
import { wavesOf } from '../../../libs/read-model/waves.js';
import type { Message } from './network.js';
import type { RowsWire } from './rows-wire.js';
import type { PersonalRows } from '../../../libs/read-model/personal-rows.js';
import type { SetMark } from './rows-copy.js';
import type { RowsSource } from './simulated-generations.js';
import type { SimulatedReadModel } from './simulated-read-model.js';

/** Rows of one bulk write; a batch of the follower is several messages, between which anything may happen. */
const CHUNK = 50;

/** As in libs/read-model/mongodb/writer.ts: rows, then projected revisions, then the checkpoint, each a message. */
export class SimulatedWriter implements ReadModelWriter, ReadModelCacheWriter {
  private begunIn: SetMark | undefined;

  constructor(
    private readonly wire: RowsWire,
    private readonly source: RowsSource,
    private readonly model: SimulatedReadModel,
    private readonly personal: PersonalRows,
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
    const set = (this.begunIn = await this.source.seenNow());
    return set && this.wire.askRows('checkpoint', set, (rows) => rows.checkpoint(follower));
  }

  async commit(commit: Commit): Promise<void> {
    const set = (this.begunIn ??= await this.source.set());
    await this.claim(commit, set);
    const { writes, projectedRevisions } = commit;
    if (writes.some(({ erases }) => erases)) await this.source.dropKept();
    for (const wave of wavesOf(writes)) {
      await this.eachCollection(wave, (chunk) =>
        this.change(about('write', chunk), set, (rows) => rows.writeGuarded(chunk)),
      );
    }
    await this.change('raise revisions', set, (rows) => rows.raiseRevisions(projectedRevisions));
    await this.change('move checkpoint', set, (rows) => rows.moveCheckpoint(commit));
  }

  async putRows(writes: readonly RowWrite[]): Promise<void> {
    const set = await this.source.set();
    await this.eachCollection(writes, (chunk) =>
      this.wire.askRows(about('put', chunk), set, (rows) => rows.putRows(chunk)),
    );
  }

  async amendRows(changes: readonly Amendment[]): Promise<number> {
    if (changes.some((change) => this.personal.maybeErasedBy(change))) await this.source.dropKept();
    const set = await this.source.set();
    let count = 0;
    await this.eachCollection(changes, async (chunk) => {
      const amended = await this.wire.askRows(about('amend', chunk), set, (rows) => rows.amendRows(chunk));
      count += amended;
    });
    return count;
  }

  dropBelow(collection: Collection, options: Parameters<ReadModelCacheWriter['dropBelow']>[1]): Promise<number> {
    return this.drop(collection, (rows) => rows.dropBelow(collection, options));
  }

  dropWorkspace(collection: Collection, workspaceId: string, limit: number): Promise<number> {
    return this.drop(collection, (rows) => rows.dropWorkspace(collection, workspaceId, limit));
  }

  private async drop(collection: Collection, step: (rows: MemoryReadModel) => Promise<number>): Promise<number> {
    const { name } = collection;
    if (this.personal.areIn(name)) await this.source.dropKept();
    // Only now: `dropKept` has read the mark.
    const set = await this.source.set();
    return this.wire.askRows({ what: `drop ${name}`, collection: name }, set, step);
  }

  /** Before anything of a batch is written. @throws CheckpointMismatchError */
  private async claim({ follower, from }: Commit, set: SetMark): Promise<void> {
    const isThere = (await this.source.setForBatch(set.generation)) !== undefined;
    await this.change('claim', set, (rows) => rows.claim({ follower, from }));
    if (!isThere) throw new CheckpointMismatchError(follower, from, undefined);
  }

  private change(message: string | Message, set: SetMark, step: (rows: MemoryReadModel) => void): Promise<void> {
    return this.wire.ask(message, (copy) => step(new MemoryReadModel(copy.storage(set))));
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
