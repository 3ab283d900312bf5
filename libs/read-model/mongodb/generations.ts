import { setTimeout as pause } from 'node:timers/promises';
import { type Generations, ReadModelUnavailableError } from '../read-model.js';
import type { Calls } from './calls.js';
import type { CopyDocument } from './copy-documents.js';
import type { ReadModelCopy } from './read-model-copy.js';
import { ID_INDEX } from './queries.js';
import { find } from './find.js';
import { dropKeptSet } from './kept-set.js';
import type { RowSet } from './row-set.js';

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

/** Milliseconds between two looks at a mark while the rows are exchanged, which takes some 100. */
const EXCHANGE_LOOK_MS = 10;
/** Milliseconds until a follower says that it waits: a process that exchanges rows may have been killed. */
const EXCHANGE_MS = 5_000;

/**
 * The generation of its copy that a process reads (docs/adr/0019-rows-belong-to-a-generation.md). The last seen mark of
 * the copy is kept, so that `current` costs no read; whether it was right is checked after the rows are read. A mark
 * that is out of date fails that check.
 */
export class MongoGenerations implements Generations, RowsSource {
  private seen: CopyDocument | undefined;
  private onExchange: (differs: boolean) => void = () => undefined;

  constructor(
    private readonly copy: ReadModelCopy,
    private readonly calls: Calls,
  ) {}

  /**
   * The current mark of the copy; undefined while its database is dropped.
   * @throws ReadModelUnavailableError
   */
  async mark(): Promise<CopyDocument | undefined> {
    const query = { filter: { _id: this.copy.suffix }, hint: ID_INDEX, limit: 1 };
    const [found] = await this.calls.read(() => find(this.copy.copies, query));
    const before = this.seen;
    this.seen = found;
    if (before && found?.rebuild && found.rebuild.id !== before.rebuild?.id) this.onExchange(found.rebuild.differs);
    return found;
  }

  /** Calls back once other rows are read than before; `differs`: than those that a rebuild has compared them with. */
  listen(onExchange: (differs: boolean) => void): void {
    this.onExchange = onExchange;
  }

  async set(): Promise<RowSet> {
    return this.copy.setOf(this.seen ?? (await this.mark()));
  }

  async seenNow(): Promise<string | undefined> {
    return (await this.mark())?.generation;
  }

  async setForBatch(generation: string): Promise<RowSet | undefined> {
    for (let waited = 0; waited < EXCHANGE_MS; waited += EXCHANGE_LOOK_MS) {
      const mark = await this.mark();
      if (mark?.generation !== generation) return undefined;
      if (mark.exchanging === undefined) return this.copy.setOf(mark);
      await pause(EXCHANGE_LOOK_MS);
    }
    throw new ReadModelUnavailableError('The rows are being exchanged for rebuilt ones.');
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
    const mark = this.seen ?? (await this.mark());
    if (!mark) throw new ReadModelUnavailableError('The read model in MongoDB was dropped and is not there again yet.');
    return mark.generation;
  }

  async current(): Promise<string> {
    const mark = this.seen?.complete ? this.seen : await this.mark();
    if (!mark?.complete) throw new ReadModelUnavailableError('The read model in MongoDB is being built from the log.');
    return mark.generation;
  }

  async isCurrent(generation: string): Promise<boolean> {
    const mark = await this.mark();
    return mark?.generation === generation && mark.complete;
  }
}
