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
  readonly mark = new SeenMark<KeptOfMark>(
    () => new Promise((resolve) => this.asked.push(resolve)),
    async () => undefined,
  );

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

  it('learns nothing from an earlier look that is answered last, and tells of one exchange once', async () => {
    const [early, late] = [reads.mark.read(), reads.mark.read()];
    reads.answer(2, AFTER);
    await late;
    const token = await reads.mark.current();
    reads.answer(1, BEFORE);
    expect(await early).toBe(AFTER);
    expect(await isCurrent(token, AFTER)).toBe(true);
    expect(reads.told).toEqual([false]);
  });

  it('confirms no reads between which the rows were exchanged, and exchanged back', async () => {
    const token = await reads.mark.current();
    await reads.seen(AFTER);
    await reads.seen(BEFORE);
    expect(await isCurrent(token, BEFORE)).toBe(false);
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

describe('rows that are being exchanged', () => {
  let mark: KeptOfMark;
  let [slept, thawed]: [number, string[]] = [0, []];
  const marks = () => {
    [slept, thawed] = [0, []];
    return new SeenMark<KeptOfMark>(
      async () => mark,
      async (attempt) => {
        thawed.push(`${attempt} after ${slept} ms`);
        if (mark.exchanging === attempt) mark = BEFORE;
      },
    );
  };
  const sleep = async (milliseconds: number): Promise<void> => void (slept += milliseconds);

  it('hold a batch up for five seconds at a time, and for fifteen in all: no process may be left that ends it', async () => {
    mark = { ...BEFORE, exchanging: 'one' };
    const seen = marks();
    for (const waited of [5_000, 10_000, 15_000]) {
      await expect(seen.forBatch('g1', sleep)).rejects.toThrow('The rows are being exchanged');
      expect([slept, thawed]).toEqual([waited, []]);
    }
    expect(await seen.forBatch('g1', sleep)).toBe(BEFORE);
    expect(thawed).toEqual(['one after 15000 ms']);
  });

  it('are waited for anew where another attempt has followed', async () => {
    mark = { ...BEFORE, exchanging: 'one' };
    const seen = marks();
    const followed = async (milliseconds: number): Promise<void> => {
      await sleep(milliseconds);
      if (slept === 14_000) mark = { ...BEFORE, exchanging: 'two' };
    };
    for (let n = 1; n <= 5; n += 1) await expect(seen.forBatch('g1', followed)).rejects.toThrow();
    expect([slept, thawed]).toEqual([25_000, []]);
    expect(await seen.forBatch('g1', sleep)).toBe(BEFORE);
    expect(thawed).toEqual(['two after 29000 ms']);
  });

  it('let the next batch go on once they are exchanged', async () => {
    mark = { ...BEFORE, exchanging: 'one' };
    const seen = marks();
    const exchanged = async (milliseconds: number): Promise<void> => {
      await sleep(milliseconds);
      if (slept === 300) mark = AFTER;
    };
    expect(await seen.forBatch('g1', exchanged)).toBeUndefined();
    expect([slept, thawed]).toEqual([300, []]);
  });
});
