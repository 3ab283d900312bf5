import type { Position } from '#kernel';
import type { ReadModelWriter } from '#read-model';
import { FOLLOWER } from '../catalogue.js';

/** Writes rows that are to take the place of the live ones, and knows where it has erased personal data in them. */
export class ErasingWriter implements ReadModelWriter {
  /** @param erasedAt the end of the last batch that has erased, as far as it is known */
  private constructor(
    private readonly writer: ReadModelWriter,
    private erasedAt: Position | undefined,
  ) {}

  /** Whatever was written before counts as erasing. @throws ReadModelUnavailableError */
  static async over(writer: ReadModelWriter): Promise<ErasingWriter> {
    return new ErasingWriter(writer, await writer.checkpoint(FOLLOWER));
  }

  /** Whether rows that are as far as a position may have what is erased in these. */
  hasErasedBehind(position: Position | undefined): boolean {
    return this.erasedAt !== undefined && (position === undefined || position < this.erasedAt);
  }

  getMany: ReadModelWriter['getMany'] = (collection, keys) => this.writer.getMany(collection, keys);

  page: ReadModelWriter['page'] = (collection, options) => this.writer.page(collection, options);

  projectedRevision(workspaceId: string): Promise<number> {
    return this.writer.projectedRevision(workspaceId);
  }

  checkpoint(follower: string): Promise<Position | undefined> {
    return this.writer.checkpoint(follower);
  }

  async commit(batch: Parameters<ReadModelWriter['commit']>[0]): Promise<void> {
    if (batch.writes.some(({ erases }) => erases)) this.erasedAt = batch.to;
    await this.writer.commit(batch);
  }
}
