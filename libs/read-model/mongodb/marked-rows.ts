// docs/adr/0051-rows-in-mongodb-are-exchanged-by-their-mark.md
import type { Instant } from '#kernel';
import type { RebuildRecords } from '../rebuild-records.js';
import type { RebuiltRows } from '../rebuilt-rows.js';
import type { RebuildId, RowsBeside } from '../rows-beside.js';
import type { CopyDocument } from './copy-documents.js';

/** What is read of the mark of a copy. */
export interface MarkOfRows {
  /** Undefined while the database is dropped. @throws ReadModelUnavailableError */
  mark(): Promise<Omit<CopyDocument, '_id' | 'fingerprint'> | undefined>;
  /** Drops the kept set. @throws ReadModelUnavailableError */
  dropKept(): Promise<void>;
  listen(onExchange: (differs: boolean) => void): void;
}

/** What the mark of a copy says of its rows, and what follows from it. Calls throw ReadModelUnavailableError. */
export abstract class MarkedRows implements RebuiltRows {
  abstract readonly rebuilds: RebuildRecords;
  protected abstract readonly generations: MarkOfRows;

  abstract rowsBeside(rebuild: RebuildId): RowsBeside;

  /** Drops what is of no set of the mark. */
  protected abstract dropUnnamed(): Promise<void>;

  /** What rebuilds of these rows need. */
  get rebuilding(): this {
    return this;
  }

  /** Whether the follower of this copy has ever been at the end of the log: before that, its rows must not be shown. */
  async copyComplete(): Promise<boolean> {
    return (await this.generations.mark())?.complete ?? false;
  }

  /** The generation of the copy, complete or not; undefined while it is dropped. */
  async generation(): Promise<string | undefined> {
    return (await this.generations.mark())?.generation;
  }

  /** Whether the copy is still of this generation: neither dropped, nor dropped and made anew. */
  async isOf(generation: string): Promise<boolean> {
    return (await this.generation()) === generation;
  }

  /** Whether rows of another generation are complete and live. */
  async isExchanged(generation: string): Promise<boolean> {
    const mark = await this.generations.mark();
    return mark !== undefined && mark.complete && mark.generation !== generation;
  }

  async origin(): Promise<string | undefined> {
    return (await this.generations.mark())?.origin;
  }

  async keptSince(): Promise<Instant | undefined> {
    const kept = (await this.generations.mark())?.kept;
    return kept?.isDropping ? undefined : kept?.since;
  }

  async dropAbandoned(): Promise<void> {
    const { building, kept } = (await this.generations.mark()) ?? {};
    if (kept?.isDropping) await this.dropKept();
    // The record is read after the mark, and written before a set is begun: a set that it does not name is abandoned.
    const last = building && (await this.rebuilds.find());
    const isAbandoned = building && (last?.id !== building.id || last.isEnded);
    if (isAbandoned) await this.rowsBeside({ id: building.id, kind: 'rebuild' }).discard();
    await this.dropUnnamed();
  }

  dropKept(): Promise<void> {
    return this.generations.dropKept();
  }

  onExchange(listener: (differs: boolean) => void): void {
    this.generations.listen(listener);
  }
}
