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
 * Milliseconds that followers wait for one exchange, which may take ten seconds. Its process may be gone, and no other
 * one continue it: that takes rows which have caught up.
 */
const MOST_FROZEN_MS = 15_000;

/**
 * The mark of a copy as this process saw it last (docs/adr/0019-rows-belong-to-a-generation.md), so that `current`
 * costs no read. Whether it was right is checked after the rows are read.
 */
export class SeenMark<Mark extends KeptOfMark> implements Generations {
  /** Undefined: none was read yet, or there was none. */
  seen: Mark | undefined;
  /**
   * How often `seen` has become a mark of another generation. Rows that are read between two exchanges of `seen` are of
   * two sets, though the last one is the first one again: an operator may go back to it.
   */
  private turns = 0;
  /**
   * Reads of the mark overlap, and the answer to an earlier one may arrive last: how many were begun, and which of them
   * was begun last of those that are answered.
   */
  private begun = 0;
  private answered = 0;
  private onExchange: (differs: boolean) => void = () => undefined;
  /** For how long `forBatch` has waited for an attempt to exchange the rows. */
  private frozen = { attempt: '', ms: 0 };

  /** @param thaw has batches written again that an attempt to exchange the rows holds up: it exchanges nothing then */
  constructor(
    private readonly readMark: () => Promise<Mark | undefined>,
    private readonly thaw: (attempt: string) => Promise<void>,
  ) {}

  /**
   * Reads the mark, or learns it from a read that was begun later and is answered already; undefined while the database
   * is dropped.
   * @throws ReadModelUnavailableError
   */
  async read(): Promise<Mark | undefined> {
    const number = (this.begun += 1);
    const found = await this.readMark();
    if (number < this.answered) return this.seen;
    this.answered = number;
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
   * are being exchanged; an attempt that takes too long is ended.
   * @throws ReadModelUnavailableError
   */
  async forBatch(generation: string, sleep: (milliseconds: number) => Promise<void>): Promise<Mark | undefined> {
    for (let waited = 0; waited < EXCHANGE_MS; waited += EXCHANGE_LOOK_MS) {
      const mark = await this.read();
      if (mark?.generation !== generation) return undefined;
      const { exchanging: attempt } = mark;
      if (attempt === undefined) return mark;
      if (attempt !== this.frozen.attempt) this.frozen = { attempt, ms: 0 };
      if (this.frozen.ms >= MOST_FROZEN_MS) await this.thaw(attempt);
      else await sleep(EXCHANGE_LOOK_MS);
      this.frozen.ms += EXCHANGE_LOOK_MS;
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
