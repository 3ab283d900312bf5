import { type Generations, ReadModelUnavailableError } from '../read-model.js';
import type { Calls } from './calls.js';
import type { ReadModelCopy, CopyDocument } from './read-model-copy.js';
import { ID_INDEX } from './queries.js';
import { find } from './find.js';

/**
 * The generation of its copy that a process reads (docs/adr/0019-rows-belong-to-a-generation.md). The last seen mark of
 * the copy is kept, so that `current` costs no read; whether it was right is checked after the rows are read. A mark
 * that is out of date fails that check.
 */
export class MongoGenerations implements Generations {
  private seen: CopyDocument | undefined;

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
    this.seen = found;
    return found;
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
