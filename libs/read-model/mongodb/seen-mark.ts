// docs/adr/0051-rows-in-mongodb-are-exchanged-by-their-mark.md
import { type Generations, ReadModelUnavailableError } from '../read-model.js';
import type { CopyDocument } from './copy-documents.js';

/** What is kept of the mark of a copy. */
export type KeptOfMark = Pick<CopyDocument, 'generation' | 'complete' | 'rebuild' | 'kept' | 'exchanging'>;

/** Milliseconds between two looks at a mark while the rows are exchanged, which takes some 100. */
const EXCHANGE_LOOK_MS = 10;
/** Milliseconds until a follower says that it waits: a process that exchanges rows may have been killed. */
const EXCHANGE_MS = 5_000;

/**
 * The mark of a copy as this process saw it last (docs/adr/0019-rows-belong-to-a-generation.md), so that `current`
 * costs no read. Whether it was right is checked after the rows are read.
 */
export class SeenMark<Mark extends KeptOfMark> implements Generations {
  /** Undefined: none was read yet, or there was none. */
  seen: Mark | undefined;
  /**
   * How often `seen` has become a mark of another generation. Reads of the mark overlap, and the answer to an earlier
   * one may arrive last: rows that are read between two exchanges of `seen` are of two sets, though the last one is
   * right again.
   */
  private turns = 0;
  private onExchange: (differs: boolean) => void = () => undefined;

  constructor(private readonly readMark: () => Promise<Mark | undefined>) {}

  /** Reads the mark; undefined while the database is dropped. @throws ReadModelUnavailableError */
  async read(): Promise<Mark | undefined> {
    const found = await this.readMark();
    const before = this.seen;
    this.seen = found;
    if (found?.generation !== before?.generation) this.turns += 1;
    if (before && found?.rebuild && found.rebuild.id !== before.rebuild?.id)
      this.onExchange(differsFrom(before, found));
    return found;
  }

  /** Calls back once other rows are read than before; `differs`: their values may be other ones. */
  listen(onExchange: (differs: boolean) => void): void {
    this.onExchange = onExchange;
  }

  /**
   * The mark under which a batch of a generation is written; undefined: that generation is gone. Waits while its rows
   * are being exchanged.
   * @throws ReadModelUnavailableError
   */
  async forBatch(generation: string, sleep: (milliseconds: number) => Promise<void>): Promise<Mark | undefined> {
    for (let waited = 0; waited < EXCHANGE_MS; waited += EXCHANGE_LOOK_MS) {
      const mark = await this.read();
      if (mark?.generation !== generation) return undefined;
      if (mark.exchanging === undefined) return mark;
      await sleep(EXCHANGE_LOOK_MS);
    }
    throw new ReadModelUnavailableError('The rows are being exchanged for rebuilt ones.');
  }

  async current(): Promise<string> {
    const mark = this.seen?.complete ? this.seen : await this.read();
    if (!mark?.complete) throw new ReadModelUnavailableError('The read model is being built from the log.');
    return this.token(mark);
  }

  async isCurrent(token: string): Promise<boolean> {
    const mark = await this.read();
    return mark?.complete === true && this.token(mark) === token;
  }

  private token({ generation }: Mark): string {
    return `${generation} ${this.turns}`;
  }
}

/** A rebuild says how its rows differ from those before it: this process may have read yet other ones. */
function differsFrom(before: KeptOfMark, { rebuild, kept }: KeptOfMark): boolean {
  return rebuild!.differs || kept?.generation !== before.generation;
}
