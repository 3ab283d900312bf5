import { type Generations, ReadModelUnavailableError } from '#read-model';
import type { CopyMark, SetMark } from './rows-copy.js';
import type { RowsWire } from './rows-wire.js';

/** Which rows are read and written: as in libs/read-model/mongodb/generations.ts. */
export interface RowsSource {
  set(): Promise<SetMark>;
  seenNow(): Promise<SetMark | undefined>;
  setForBatch(generation: string): Promise<SetMark | undefined>;
  dropKept(): Promise<void>;
}

const EXCHANGE_LOOK_MS = 10;
const EXCHANGE_MS = 5_000;

/** As in libs/read-model/mongodb/generations.ts: what was last seen of the mark is kept. */
export class SimulatedGenerations implements Generations, RowsSource {
  private seen: CopyMark | undefined;
  private onExchange: (differs: boolean) => void = () => undefined;

  constructor(private readonly wire: RowsWire) {}

  async mark(): Promise<CopyMark | undefined> {
    const found = await this.wire.ask('mark of the copy', ({ mark }) => mark);
    const before = this.seen;
    this.seen = found;
    if (before && found?.rebuild && found.rebuild.id !== before.rebuild?.id) this.onExchange(found.rebuild.differs);
    return found;
  }

  listen(onExchange: (differs: boolean) => void): void {
    this.onExchange = onExchange;
  }

  async set(): Promise<SetMark> {
    const mark = this.seen ?? (await this.mark());
    if (!mark) throw new ReadModelUnavailableError('The read model was dropped and is not there again yet.');
    return mark;
  }

  seenNow(): Promise<SetMark | undefined> {
    return this.mark();
  }

  async setForBatch(generation: string): Promise<SetMark | undefined> {
    for (let waited = 0; waited < EXCHANGE_MS; waited += EXCHANGE_LOOK_MS) {
      const mark = await this.mark();
      if (mark?.generation !== generation) return undefined;
      if (mark.exchanging === undefined) return mark;
      await this.wire.sleep(EXCHANGE_LOOK_MS);
    }
    throw new ReadModelUnavailableError('The rows are being exchanged for rebuilt ones.');
  }

  async dropKept(): Promise<void> {
    const kept = (await this.mark())?.kept;
    if (!kept) return;
    const isKept = (mark: CopyMark): boolean => mark.kept?.generation === kept.generation;
    const isMarked = await this.wire.changeMark('kept rows go', isKept, ({ kept: found }) => ({
      kept: { ...found!, isDropping: true },
    }));
    if (!isMarked) return;
    await this.wire.ask('drop the kept rows', (copy) => copy.dropSet(kept));
    await this.wire.changeMark('kept rows are gone', isKept, () => ({ kept: undefined }));
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
