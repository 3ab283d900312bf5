import fc from 'fast-check';
import { VirtualTimers } from '#kernel/testing';
import { type LifeRecords, LiveProcesses } from './live-processes.js';
import { sleepBy } from './real-time.js';

describe('LiveProcesses', () => {
  let timers: VirtualTimers;
  let signs: Map<string, number>;
  let isAway: boolean;

  const records: LifeRecords = {
    sign: async (process) => {
      if (isAway) throw new Error('away');
      return new Map(signs.set(process, (signs.get(process) ?? 0) + 1));
    },
    remove: async (processes) => {
      for (const process of processes) signs.delete(process);
    },
  };
  const settled = () => new Promise((resolve) => setImmediate(resolve));
  const pass = async (milliseconds: number) => {
    for (let left = milliseconds; left > 0; left -= 500) {
      timers.advance(Math.min(500, left));
      await settled();
    }
  };
  const join = async (process: string, begins: Promise<void> = Promise.resolve()) => {
    const joined = new LiveProcesses({ records, process, begins, sleep: sleepBy(timers) });
    await settled();
    return joined;
  };
  /** As kill -9: it gives no more signs, and stays on the record. */
  const kill = async (process: string, live: LiveProcesses) => {
    const at = signs.get(process)!;
    await live.stop();
    signs.set(process, at);
  };

  beforeEach(() => {
    timers = new VirtualTimers();
    signs = new Map();
    isAway = false;
  });

  it('counts itself alone at once where it is', async () => {
    const a = await join('a');
    expect(a.count).toBe(1);
  });

  it('counts those before it at once, and those after it at its next sign', async () => {
    const a = await join('a');
    await pass(60_000);
    const b = await join('b');
    expect([a.count, b.count]).toEqual([1, 2]);
    await pass(3_000);
    expect([a.count, b.count]).toEqual([2, 2]);
  });

  it('is not counted before it is to be, nor where it never is', async () => {
    const a = await join('a');
    let begin: () => void = () => undefined;
    const b = await join('b', new Promise((resolve) => (begin = resolve)));
    const c = await join('c', Promise.reject(new Error('ended')));
    await pass(10_000);
    expect([a.count, [...signs.keys()]]).toEqual([1, ['a']]);
    begin();
    await pass(3_500);
    expect([a.count, b.count, [...signs.keys()]]).toEqual([2, 2, ['a', 'b']]);
    await Promise.all([b.stop(), c.stop()]);
  });

  it('counts a process no more that has ended, at the next sign', async () => {
    const [a, b] = [await join('a'), await join('b')];
    await pass(10_000);
    await b.stop();
    await pass(3_000);
    expect([a.count, signs.has('b')]).toEqual([1, false]);
  });

  it('counts a process that was killed for some twelve seconds, and one that was only paused again', async () => {
    const [a, b] = [await join('a'), await join('b')];
    await pass(10_000);
    await kill('b', b);
    await pass(9_000);
    expect(a.count).toBe(2);
    await pass(6_000);
    expect(a.count).toBe(1);
    await records.sign('b');
    await pass(3_000);
    expect(a.count).toBe(2);
  });

  it('takes a process off the record that gives no sign for five minutes', async () => {
    const [a, b] = [await join('a'), await join('b')];
    await kill('b', b);
    await pass(300_000);
    expect(signs.has('b')).toBe(true);
    await pass(10_000);
    expect([a.count, [...signs.keys()]]).toEqual([1, ['a']]);
  });

  it('keeps what it has seen while the store is away, and counts two before it has seen anything', async () => {
    const [a] = [await join('a'), await join('b'), await join('c')];
    await pass(10_000);
    isAway = true;
    const d = await join('d');
    await pass(60_000);
    expect([a.count, d.count]).toEqual([3, 2]);
  });

  it('keeps what it has seen while the record was dropped, and counts none of them any longer that has ended', async () => {
    const [a, b, c] = [await join('a'), await join('b'), await join('c')];
    await pass(10_000);
    await kill('c', c);
    signs.clear();
    await pass(3_000);
    expect([a.count, b.count]).toEqual([3, 3]);
    await pass(15_000);
    expect([a.count, b.count]).toEqual([2, 2]);
  });

  it('ends though the store hangs', async () => {
    const hanging = { ...records, remove: () => new Promise<void>(() => undefined) };
    const a = new LiveProcesses({ records: hanging, process: 'a', begins: Promise.resolve(), sleep: sleepBy(timers) });
    await settled();
    let isStopped = false;
    void a.stop().then(() => (isStopped = true));
    await pass(1_000);
    expect(isStopped).toBe(true);
  });

  it('is right once nothing has changed for a while, and parts are one and a half while one process joins', () => {
    const step = fc.oneof(
      { weight: 3, arbitrary: fc.record({ wait: fc.integer({ min: 1, max: 8_000 }) }) },
      { weight: 2, arbitrary: fc.constant('join' as const) },
      { weight: 1, arbitrary: fc.record({ end: fc.nat(), killed: fc.boolean() }) },
      { weight: 1, arbitrary: fc.constant('drop' as const) },
    );
    return fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
        timers = new VirtualTimers();
        signs = new Map();
        const live = new Map<string, LiveProcesses>();
        const whole = () => [...live.values()].reduce((sum, { count }) => sum + 1 / count, 0);
        for (const [n, each] of steps.entries()) {
          // Every process has seen the one before, and all are on the record.
          if (each === 'drop' || each === 'join') await pass(3_500);
          if (each === 'drop') signs.clear();
          else if (each === 'join') {
            live.set(`p${n}`, await join(`p${n}`));
          } else if ('wait' in each) await pass(each.wait);
          else if (live.size > 0) {
            const [process, ended] = [...live][each.end % live.size]!;
            live.delete(process);
            await (each.killed && signs.has(process) ? kill(process, ended) : ended.stop());
          }
          expect(whole()).toBeLessThanOrEqual(1.5 + 1e-9);
        }
        await pass(30_000);
        for (const { count } of live.values()) expect(count).toBe(live.size);
        for (const each of live.values()) await each.stop();
      }),
      { numRuns: 60 },
    );
  });
});
