import type { Instant } from '#kernel';
import { ReadModelUnavailableError } from '../read-model.js';
import { type KeptOfMark, SeenMark } from './seen-mark.js';

const KEPT_AT = '2031-03-03T17:00:00.000Z' as Instant;
const BEFORE: KeptOfMark = { generation: 'g1', complete: true };
const AFTER: KeptOfMark = {
  generation: 'g2',
  complete: true,
  rebuild: { id: 'r1', differs: false },
  kept: { generation: 'g1', since: KEPT_AT },
};

/** Reads of a mark that are answered when, and in the order in which, a test says so. */
class Reads {
  private readonly asked: ((mark: KeptOfMark | undefined) => void)[] = [];
  readonly told: boolean[] = [];
  readonly mark = new SeenMark<KeptOfMark>(() => new Promise((resolve) => this.asked.push(resolve)));

  constructor() {
    this.mark.listen((differs) => this.told.push(differs));
  }

  /** @param at of all reads that were ever asked */
  answer(at: number, mark: KeptOfMark | undefined): void {
    this.asked[at]!(mark);
  }

  async seen(mark: KeptOfMark | undefined): Promise<void> {
    const read = this.mark.read();
    this.answer(this.asked.length - 1, mark);
    await read;
  }
}

describe('the mark of a copy as a process sees it', () => {
  let reads: Reads;
  beforeEach(async () => {
    reads = new Reads();
    await reads.seen(BEFORE);
  });

  const isCurrent = async (token: string, now: KeptOfMark | undefined): Promise<boolean> => {
    const confirmed = reads.mark.isCurrent(token);
    reads.answer(3, now);
    return confirmed;
  };

  it('confirms no reads between which the answer to an earlier look has arrived late', async () => {
    const [early, late] = [reads.mark.read(), reads.mark.read()];
    reads.answer(2, AFTER);
    await late;
    const token = await reads.mark.current();
    reads.answer(1, BEFORE);
    await early;
    expect(await isCurrent(token, AFTER)).toBe(false);
  });

  it('confirms reads of one generation, whichever look was answered last', async () => {
    const [one, other] = [reads.mark.read(), reads.mark.read()];
    const token = await reads.mark.current();
    reads.answer(2, BEFORE);
    reads.answer(1, BEFORE);
    await Promise.all([one, other]);
    expect(await isCurrent(token, BEFORE)).toBe(true);
  });

  it.each([
    ['nothing but an exchange of equal rows', AFTER, false],
    ['rows that differ', { ...AFTER, rebuild: { id: 'r1', differs: true } }, true],
    ['rows of a second rebuild', { ...AFTER, kept: { generation: 'g0', since: KEPT_AT } }, true],
    ['rows whose predecessors are dropped', { ...AFTER, kept: undefined } as unknown as KeptOfMark, true],
  ])('tells of %s whether their values may be other ones', async (_what, mark, differs) => {
    await reads.seen(mark);
    await reads.seen(mark);
    expect(reads.told).toEqual([differs]);
  });

  it('has no generation while the copy is gone or incomplete', async () => {
    await reads.seen({ ...BEFORE, complete: false });
    const current = reads.mark.current();
    reads.answer(2, undefined);
    await expect(current).rejects.toThrow(ReadModelUnavailableError);
  });
});
