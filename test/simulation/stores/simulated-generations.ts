import { type Generations, ReadModelUnavailableError } from '#read-model';
import { SeenMark } from '../../../libs/read-model/mongodb/seen-mark.js';
import type { CopyMark, SetMark } from './rows-copy.js';
import type { RowsWire } from './rows-wire.js';

/** Which rows are read and written: as in libs/read-model/mongodb/generations.ts. */
export interface RowsSource {
  set(): Promise<SetMark>;
  seenNow(): Promise<SetMark | undefined>;
  setForBatch(generation: string): Promise<SetMark | undefined>;
  dropKept(): Promise<void>;
}

/** As in libs/read-model/mongodb/generations.ts. */
export class SimulatedGenerations implements Generations, RowsSource {
  private readonly marks: SeenMark<CopyMark>;

  constructor(private readonly wire: RowsWire) {
    const readMark = () => wire.ask('mark of the copy', ({ mark }) => mark);
    this.marks = new SeenMark(readMark, (attempt) => thaw(wire, attempt));
  }

  mark(): Promise<CopyMark | undefined> {
    return this.marks.read();
  }

  listen(onExchange: (differs: boolean) => void): void {
    this.marks.listen(onExchange);
  }

  async set(): Promise<SetMark> {
    const mark = this.marks.seen ?? (await this.mark());
    if (!mark) throw new ReadModelUnavailableError('The read model was dropped and is not there again yet.');
    return mark;
  }

  seenNow(): Promise<SetMark | undefined> {
    return this.mark();
  }

  setForBatch(generation: string): Promise<SetMark | undefined> {
    return this.marks.forBatch(generation, (milliseconds) => this.wire.sleep(milliseconds));
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

  current(): Promise<string> {
    return this.marks.current();
  }

  isCurrent(token: string): Promise<boolean> {
    return this.marks.isCurrent(token);
  }
}

/** As in libs/read-model/mongodb/thaw.ts. */
export async function thaw(wire: RowsWire, attempt: string): Promise<void> {
  const isIt = ({ exchanging }: CopyMark): boolean => exchanging === attempt;
  await wire.changeMark('thaw the rows', isIt, () => ({ exchanging: undefined }));
}
