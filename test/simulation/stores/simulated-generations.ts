import { type Generations, ReadModelUnavailableError } from '#read-model';
import type { CopyMark } from './rows-database.js';
import type { RowsWire } from './rows-wire.js';

/** As in libs/read-model/mongodb/generations.ts: what was last seen of the mark is kept. */
export class SimulatedGenerations implements Generations {
  private seen: CopyMark | undefined;

  constructor(private readonly wire: RowsWire) {}

  async mark(): Promise<CopyMark | undefined> {
    this.seen = await this.wire.ask('mark of the copy', ({ mark }) => mark);
    return this.seen;
  }

  async lastSeen(): Promise<string> {
    const mark = this.seen ?? (await this.mark());
    if (!mark) throw new ReadModelUnavailableError('The read model was dropped and is not there again yet.');
    return mark.generation;
  }

  async current(): Promise<string> {
    const mark = this.seen?.isComplete ? this.seen : await this.mark();
    if (!mark?.isComplete) throw new ReadModelUnavailableError('The read model is being built from the log.');
    return mark.generation;
  }

  async isCurrent(generation: string): Promise<boolean> {
    const mark = await this.mark();
    return mark?.generation === generation && mark.isComplete;
  }
}
