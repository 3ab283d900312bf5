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
  const join = async (process: string) => {
    const joined = new LiveProcesses({ records, process, sleep: sleepBy(timers) });
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

  it('has the whole limit at once where it is alone', async () => {
    const a = await join('a');
    expect([a.count, a.parts]).toEqual([1, 1]);
  });

  it('takes a small part while it joins, and an equal one once every other process has seen it', async () => {
    const a = await join('a');
    await pass(60_000);
    const b = await join('b');
    expect([a.parts, b.parts]).toEqual([1, 6]);
    await pass(3_000);
    expect([a.parts, b.parts]).toEqual([2, 6]);
    await pass(3_500);
    expect([a.parts, b.parts]).toEqual([2, 2]);
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

  it('keeps what it has seen while the store is away, and takes no whole limit before it has seen anything', async () => {
    const [a] = [await join('a'), await join('b')];
    await pass(10_000);
    isAway = true;
    const c = await join('c');
    await pass(60_000);
    expect([a.parts, c.parts]).toEqual([2, 6]);
  });

  it('ends though the store hangs', async () => {
    const hanging = { ...records, remove: () => new Promise<void>(() => undefined) };
    const a = new LiveProcesses({ records: hanging, process: 'a', sleep: sleepBy(timers) });
    await settled();
    let isStopped = false;
    void a.stop().then(() => (isStopped = true));
    await pass(1_000);
    expect(isStopped).toBe(true);
  });

  it('never has parts of more than 1.5 limits together, and equal ones when nothing has changed for a while', () => {
    const step = fc.oneof(
      { weight: 3, arbitrary: fc.record({ wait: fc.integer({ min: 1, max: 8_000 }) }) },
      { weight: 2, arbitrary: fc.record({ join: fc.integer({ min: 1, max: 5 }) }) },
      { weight: 1, arbitrary: fc.record({ end: fc.nat(), killed: fc.boolean() }) },
    );
    return fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
        timers = new VirtualTimers();
        signs = new Map();
        const live = new Map<string, LiveProcesses>();
        const whole = () => [...live.values()].reduce((sum, { parts }) => sum + 1 / parts, 0);
        let named = 0;
        for (const each of steps) {
          if ('wait' in each) await pass(each.wait);
          else if ('join' in each) {
            for (let n = 0; n < each.join; n += 1) live.set(`p${named}`, await join(`p${named++}`));
          } else if (live.size > 0) {
            const [process, ended] = [...live][each.end % live.size]!;
            live.delete(process);
            await (each.killed ? kill(process, ended) : ended.stop());
          }
          expect(whole()).toBeLessThanOrEqual(1.5 + 1e-9);
        }
        await pass(30_000);
        if (live.size > 0) expect(whole()).toBeCloseTo(1, 9);
        for (const each of live.values()) await each.stop();
      }),
      { numRuns: 60 },
    );
  });
});
