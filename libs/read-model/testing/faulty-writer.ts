import type { Collection, DocumentKey, Position, Row } from '#kernel';
import type { Commit, PageOptions, ReadModelWriter } from '../read-model.js';
import type { MemoryReadModel } from './memory-read-model.js';

/**
 * A writer like one without transactions: rows one by one, then projected revisions one by one, then the checkpoint. A
 * test may act before each of these steps, to see what a crash leaves.
 */
export class FaultyWriter implements ReadModelWriter {
  /** Steps of all writers that share this. */
  steps = 0;
  /** Called before each step with its number; throws to end the writer there. */
  before: (step: number) => void = () => undefined;
  /** Called when all of a commit is written, before it is answered; throws to lose the answer. */
  answering: (commit: Commit) => void = () => undefined;
  readonly loads: number[] = [];

  constructor(private readonly model: MemoryReadModel) {}

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
    for (const write of commit.writes) this.part(commit, () => this.model.writeGuarded([write]));
    for (const entry of commit.projectedRevisions) this.part(commit, () => this.model.raiseRevisions(new Map([entry])));
    this.step();
    this.model.moveCheckpoint(commit);
    this.answering(commit);
  }

  /** One step of a commit, by an owner whose checkpoint is where its batch began. */
  private part(commit: Commit, write: () => void): void {
    this.step();
    this.model.claim(commit);
    write();
  }

  private step(): void {
    this.before(this.steps);
    this.steps += 1;
  }
}
