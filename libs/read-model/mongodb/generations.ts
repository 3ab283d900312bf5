import { setTimeout as pause } from 'node:timers/promises';
import { type Generations, ReadModelUnavailableError } from '../read-model.js';
import type { Calls } from './calls.js';
import type { CopyDocument } from './copy-documents.js';
import type { ReadModelCopy } from './read-model-copy.js';
import { ID_INDEX } from './queries.js';
import { find } from './find.js';
import { dropKeptSet } from './kept-set.js';
import type { RowSet } from './row-set.js';
import { SeenMark } from './seen-mark.js';
import { thaw } from './thaw.js';

/** Which rows are read and written, of the two sets of a copy. */
export interface RowsSource {
  set(): Promise<RowSet>;
  /** The generation as last seen. @throws ReadModelUnavailableError there is none, or it cannot be read */
  lastSeen(): Promise<string>;
  /** The generation as it is now; undefined: the rows are gone. @throws ReadModelUnavailableError */
  seenNow(): Promise<string | undefined>;
  /**
   * The set into which a batch of a generation is to be written; undefined: that generation is gone. Waits while its
   * rows are being exchanged.
   * @throws ReadModelUnavailableError
   */
  setForBatch(generation: string): Promise<RowSet | undefined>;
  /**
   * To be called before personal data is erased in the set: the kept set still has it.
   * @throws ReadModelUnavailableError
   */
  dropKept(): Promise<void>;
}

/** The generation of its copy that a process reads, and the set of its rows. */
export class MongoGenerations implements Generations, RowsSource {
  private readonly marks: SeenMark<CopyDocument>;

  constructor(
    private readonly copy: ReadModelCopy,
    private readonly calls: Calls,
  ) {
    const readMark = async () => {
      const query = { filter: { _id: copy.suffix }, hint: ID_INDEX, limit: 1 };
      const [found] = await calls.read(() => find(copy.copies, query));
      return found;
    };
    this.marks = new SeenMark(readMark, (attempt) => thaw(copy, calls, attempt));
  }

  /** @see SeenMark.read */
  mark(): Promise<CopyDocument | undefined> {
    return this.marks.read();
  }

  /** @see SeenMark.listen */
  listen(onExchange: (differs: boolean) => void): void {
    this.marks.listen(onExchange);
  }

  async set(): Promise<RowSet> {
    return this.copy.setOf(this.marks.seen ?? (await this.mark()));
  }

  async seenNow(): Promise<string | undefined> {
    return (await this.mark())?.generation;
  }

  async setForBatch(generation: string): Promise<RowSet | undefined> {
    const mark = await this.marks.forBatch(generation, (milliseconds) => pause(milliseconds));
    return mark && this.copy.setOf(mark);
  }

  async dropKept(): Promise<void> {
    const mark = await this.mark();
    if (mark?.kept) await dropKeptSet(this.copy, this.calls, mark.kept);
  }

  /**
   * The generation as last seen, complete or not.
   * @throws ReadModelUnavailableError there is none, or it cannot be read
   */
  async lastSeen(): Promise<string> {
    const mark = this.marks.seen ?? (await this.mark());
    if (!mark) throw new ReadModelUnavailableError('The read model in MongoDB was dropped and is not there again yet.');
    return mark.generation;
  }

  current(): Promise<string> {
    return this.marks.current();
  }

  isCurrent(token: string): Promise<boolean> {
    return this.marks.isCurrent(token);
  }
}
