import type { Collection, DocumentKey, Position, Row } from '#kernel';
import type { Commit, GuardedWrite, PageOptions, ReadModelWriter } from '../read-model.js';
import type { MemoryReadModel, MemoryStorage } from './memory-read-model.js';

/**
 * A writer like one without transactions: rows one by one, then projected revisions one by one, then the checkpoint,
 * and something may happen before each of these steps. For tests of what a crash leaves behind.
 */
export class FaultyWriter implements ReadModelWriter {
  /** Steps done by all writers that share this. */
  steps = 0;
  /** Called before each step with its number; throws to end it there. */
  before: (step: number) => void = () => undefined;
  /** Called when all of a commit is written, before it is answered; throws to lose the answer. */
  answering: (commit: Commit) => void = () => undefined;
  readonly loads: number[] = [];

  constructor(
    private readonly model: MemoryReadModel,
    private readonly storage: MemoryStorage,
  ) {}

  async getMany<Doc extends Row>(
    collection: Collection<Doc>,
    keys: readonly DocumentKey[],
  ): Promise<(Doc | undefined)[]> {
    this.step();
    this.loads.push(keys.length);
    return this.model.getMany(collection, keys);
  }

  async page<Doc extends Row>(collection: Collection<Doc>, options: PageOptions): Promise<Doc[]> {
    this.step();
    return this.model.page(collection, options);
  }

  async projectedRevision(workspaceId: string): Promise<number> {
    this.step();
    return this.model.projectedRevision(workspaceId);
  }

  async checkpoint(follower: string): Promise<Position | undefined> {
    this.step();
    return this.model.checkpoint(follower);
  }

  async commit(commit: Commit): Promise<void> {
    for (const write of commit.writes) await this.part(commit, [write], new Map());
    for (const entry of commit.projectedRevisions) await this.part(commit, [], new Map([entry]));
    this.step();
    await this.model.commit({ ...commit, writes: [], projectedRevisions: new Map() });
    this.answering(commit);
  }

  /** Writes without moving the checkpoint. */
  private async part(commit: Commit, writes: readonly GuardedWrite[], projectedRevisions: ReadonlyMap<string, number>) {
    this.step();
    const { follower, from } = commit;
    await this.model.commit({ writes, projectedRevisions, follower, from, to: commit.to });
    if (from === undefined) this.storage.checkpoints.delete(follower);
    else this.storage.checkpoints.set(follower, from);
  }

  private step(): void {
    this.before(this.steps);
    this.steps += 1;
  }
}
