import type { Owner } from './event-heap.js';
import { Kernel, StuckError } from './kernel.js';
import { SeededRandom } from './seeded-random.js';

const LIMITS = { maxSteps: 10_000 };

describe('the kernel of the simulation', () => {
  it('plays events in the order of time, those of one instant in the order in which they were put in', async () => {
    const kernel = new Kernel(1, 0);
    const random = new SeededRandom(7);
    const played: [number, number][] = [];
    for (let n = 0; n < 500; n += 1) {
      const at = random.below(50);
      kernel.after(at, 'event', () => void played.push([at, n]));
    }
    await kernel.runUntil(() => played.length === 500, LIMITS);
    expect(played).toEqual([...played].sort(([a, n], [b, m]) => a - b || n - m));
    expect(kernel.now()).toBe(played.at(-1)![0]);
  });

  it('runs out what follows from an event before it plays the next one', async () => {
    const kernel = new Kernel(1, 0);
    const told: string[] = [];
    const first = async (): Promise<void> => {
      for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
      await new Promise<void>((resolve) => process.nextTick(resolve));
      told.push('followed from the first');
    };
    kernel.after(1, 'first', () => void first());
    kernel.after(1, 'second', () => void told.push('second'));
    await kernel.runUntil(() => told.includes('second'), LIMITS);
    expect(told).toEqual(['followed from the first', 'second']);
  });

  it('plays nothing of a process that is gone, and what a paused one has missed when its pause is over', async () => {
    const kernel = new Kernel(1, 0);
    const owner = { name: 'p', isAlive: true as boolean, pausedUntil: 100 } satisfies Owner;
    const played: number[] = [];
    const cancelled = kernel.after(5, 'cancelled', () => void played.push(-1), owner);
    for (const at of [10, 20, 150, 300]) kernel.after(at, 'event', () => void played.push(kernel.now()), owner);
    kernel.after(50, 'cancel', cancelled);
    kernel.after(200, 'kill', () => (owner.isAlive = false));
    let isOver = false;
    kernel.after(400, 'end', () => (isOver = true));
    await kernel.runUntil(() => isOver, LIMITS);
    expect(played).toEqual([100, 100, 150]);
  });

  it('says that nothing will ever happen again, and that a run goes on for too long', async () => {
    const kernel = new Kernel(1, 0);
    await expect(kernel.runUntil(() => false, LIMITS)).rejects.toThrow(StuckError);
    const again = (): void => void kernel.after(1, 'again', again);
    again();
    await expect(kernel.runUntil(() => false, { maxSteps: 100 })).rejects.toThrow('not done after 100 steps');
    await expect(kernel.runUntil(() => false, { ...LIMITS, until: 110 })).rejects.toThrow('not done at');
  });

  it('hashes what was played and noted, and where', async () => {
    const hashOf = async (delays: readonly number[], note: string): Promise<string> => {
      const kernel = new Kernel(1, 0);
      let left = delays.length;
      for (const delay of delays) kernel.after(delay, `event ${delay}`, () => (left -= 1));
      kernel.note(note);
      await kernel.runUntil(() => left === 0, LIMITS);
      return kernel.hash;
    };
    const hash = await hashOf([1, 2], 'told');
    expect(await hashOf([1, 2], 'told')).toBe(hash);
    expect(await hashOf([1, 3], 'told')).not.toBe(hash);
    expect(await hashOf([1, 2], 'else')).not.toBe(hash);
  });
});

describe('chance', () => {
  it('is the same for the same seed and label, and other for others', () => {
    const draw = (random: SeededRandom) => Array.from({ length: 20 }, () => random.below(1_000_000));
    const [first, same, other] = [new SeededRandom(5), new SeededRandom(5), new SeededRandom(6)];
    expect(draw(first.fork('a'))).toEqual(draw(same.fork('a')));
    expect(draw(first.fork('a'))).not.toEqual(draw(same.fork('b')));
    expect(draw(first)).not.toEqual(draw(other));
  });

  it('is even', () => {
    const random = new SeededRandom(42);
    const counts = Array.from({ length: 10 }, () => 0);
    for (let draws = 0; draws < 10_000; draws += 1) counts[random.below(10)]! += 1;
    expect(Math.min(...counts)).toBeGreaterThan(850);
    expect(Math.max(...counts)).toBeLessThan(1_150);
  });

  it('takes what has a weight only', () => {
    const random = new SeededRandom(42);
    const taken = new Set(Array.from({ length: 200 }, () => random.weighted({ often: 3, never: 0, seldom: 0.2 })));
    expect([...taken].sort()).toEqual(['often', 'seldom']);
  });
});
