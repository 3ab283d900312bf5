import fc from 'fast-check';
import { VirtualTimers } from '#kernel/testing';
import { type Lease, type LeaseRecords, whileLeased } from './leases.js';
import { ReadModelUnavailableError } from './read-model.js';
import { sleepBy } from './real-time.js';

/** Leases in memory, which can be unavailable, and can lose the answer to an exchange. */
class Records implements LeaseRecords {
  readonly kept = new Map<string, Lease>();
  away = false;
  loseAnswer = false;

  async find(name: string): Promise<Lease | undefined> {
    if (this.away) throw new ReadModelUnavailableError('away');
    return this.kept.get(name);
  }

  async exchange(name: string, seen: Lease | undefined, next: Lease): Promise<boolean> {
    if (this.away) throw new ReadModelUnavailableError('away');
    const found = this.kept.get(name);
    if (found?.owner !== seen?.owner || found?.beats !== seen?.beats) return false;
    this.kept.set(name, next);
    if (!this.loseAnswer) return true;
    this.loseAnswer = false;
    throw new ReadModelUnavailableError('the answer is lost');
  }
}

/** One process: its work runs until its signal aborts, and it knows whether it holds the lease. */
class Candidate {
  readonly timers = new VirtualTimers();
  readonly stop = new AbortController();
  turns = 0;
  works = false;
  mayHold = true;
  endWork: () => void = () => undefined;
  readonly done: Promise<void>;

  constructor(records: LeaseRecords, owner: string, isGone: (owner: string) => boolean) {
    const mayHold = () => this.mayHold;
    const options = { records, name: 'work', owner, sleep: sleepBy(this.timers), mayHold, isGone };
    this.done = whileLeased(options, this.stop.signal, (turn) => this.work(turn));
  }

  private async work(turn: AbortSignal): Promise<void> {
    this.turns += 1;
    this.works = true;
    await new Promise<void>((resolve) => {
      this.endWork = resolve;
      turn.addEventListener('abort', () => resolve());
      if (turn.aborted) resolve();
    });
    this.works = false;
  }
}

/** Seconds, long enough for a lease to pass to another process. */
const TAKE_OVER_S = 12;

describe('a lease', () => {
  let records: Records;
  let candidates: Candidate[];
  /** Owners whose processes are known to have ended. */
  let gone: Set<string>;

  const settle = () => new Promise((resolve) => setImmediate(resolve));
  const join = (owner: string): Candidate => {
    const candidate = new Candidate(records, owner, (other) => gone.has(other));
    candidates.push(candidate);
    return candidate;
  };
  /** Lets seconds pass for some candidates; the rest is paused, like a suspended process. */
  const pass = async (seconds: number, whom: readonly Candidate[] = candidates) => {
    for (let i = 0; i < seconds; i += 1) {
      for (const candidate of whom) candidate.timers.advance(1_000);
      await settle();
    }
  };
  const working = () => candidates.filter(({ works }) => works);

  beforeEach(() => {
    records = new Records();
    candidates = [];
    gone = new Set();
  });

  afterEach(async () => {
    records.away = false;
    for (const { stop } of candidates) stop.abort();
    await Promise.all(candidates.map(({ done }) => done));
  });

  it('lets one process work at a time, as long as it lives', async () => {
    const [first, second] = [join('a'), join('b')];
    await pass(100);
    expect(working()).toHaveLength(1);
    expect(first.turns + second.turns).toBe(1);
  });

  it('passes on at once when it is released, and within seconds when its holder was killed', async () => {
    const [first, second, third] = [join('a'), join('b'), join('c')];
    await pass(1);
    expect(first.works).toBe(true);
    first.stop.abort();
    await pass(2);
    const [next] = working();
    expect([second, third]).toContain(next);
    const alive = [second, third].filter((candidate) => candidate !== next);
    await pass(TAKE_OVER_S, alive);
    expect(alive[0]!.works).toBe(true);
  });

  it('passes on at the next poll when its holder is known to have ended, and not before', async () => {
    const [first, second] = [join('a'), join('b')];
    await pass(1);
    await pass(3, [second]);
    expect([first.works, second.works]).toEqual([true, false]);
    gone.add('a');
    await pass(1, [second]);
    expect(second.works).toBe(true);
    gone.clear();
    await pass(20);
    expect([first.works, second.works]).toEqual([false, true]);
  });

  it('is left to another process by one that may not hold it, until it may', async () => {
    const [first, second] = [join('a'), join('b')];
    first.mayHold = false;
    await pass(3);
    expect([first.works, second.works]).toEqual([false, true]);
    second.mayHold = false;
    await pass(20);
    expect([first.works, second.works]).toEqual([false, false]);
    expect(records.kept.get('work')).toMatchObject({ owner: '' });
    first.mayHold = true;
    await pass(1);
    expect([first.works, second.works, second.turns]).toEqual([true, false, 1]);
  });

  it('is released, not held, by its owner that may not hold it and failed to release it before', async () => {
    const first = join('a');
    await pass(1);
    [first.mayHold, records.away] = [false, true];
    await pass(3);
    expect(records.kept.get('work')).toMatchObject({ owner: 'a' });
    records.away = false;
    await pass(2);
    expect([first.works, first.turns]).toEqual([false, 1]);
    expect(records.kept.get('work')).toMatchObject({ owner: '' });
    const second = join('b');
    await pass(1);
    expect([first.turns, second.works]).toEqual([1, true]);
  });

  it('is lost to a holder that was paused for long, as soon as it resumes', async () => {
    const [first, second] = [join('a'), join('b')];
    await pass(1);
    await pass(TAKE_OVER_S, [second]);
    expect([first.works, second.works]).toEqual([true, true]);
    await pass(1);
    expect([first.works, second.works]).toEqual([false, true]);
  });

  it('keeps its holder while its store is away, and when an answer is lost', async () => {
    const [first, second] = [join('a'), join('b')];
    await pass(1);
    records.away = true;
    await pass(100);
    records.away = false;
    records.loseAnswer = true;
    await pass(100);
    expect([first.turns, first.works, second.turns]).toEqual([1, true, 0]);
  });

  it('is recognised as its own by a process whose answer was lost', async () => {
    records.loseAnswer = true;
    const only = join('a');
    await pass(2);
    expect(only.works).toBe(true);
  });

  it('returns to a process whose work ends by itself, unless another one takes it', async () => {
    const only = join('a');
    await pass(1);
    only.endWork();
    await pass(2);
    expect(only.turns).toBe(2);
  });

  it('is released when the work fails, with the reason', async () => {
    const options = { records, name: 'work', owner: 'a', sleep: sleepBy(new VirtualTimers()) };
    const failing = whileLeased(options, new AbortController().signal, () => Promise.reject(new Error('poison')));
    await expect(failing).rejects.toThrow('poison');
    expect(records.kept.get('work')).toMatchObject({ owner: '' });
  });

  it('has one holder again after any pauses, and no process that kept running loses it', async () => {
    const pauses = fc.array(fc.record({ seconds: fc.integer({ min: 1, max: 20 }), paused: fc.nat({ max: 2 }) }), {
      maxLength: 12,
    });
    await fc.assert(
      fc.asyncProperty(pauses, async (steps) => {
        records = new Records();
        candidates = [];
        for (const owner of ['a', 'b', 'c']) join(owner);
        for (const { seconds, paused } of steps) {
          const before = working();
          await pass(
            seconds,
            candidates.filter((_, i) => i !== paused),
          );
          // A process that held the lease alone and was not paused still holds it.
          if (before.length === 1 && before[0] !== candidates[paused]) expect(working()).toContain(before[0]);
        }
        await pass(TAKE_OVER_S);
        expect(working()).toHaveLength(1);
        for (const { stop } of candidates) stop.abort();
        await Promise.all(candidates.map(({ done }) => done));
        expect(records.kept.get('work')?.owner).toBe('');
      }),
      { numRuns: 50 },
    );
  });
});
