import type { ServerTime } from '#kernel';
import { VirtualTimers } from '#kernel/testing';
import { ClockGuard } from './clock-guard.js';

const TOLD: ServerTime = { time: 5, asked: 1, answered: 2 };

describe('the guard of the clock', () => {
  const timers = new VirtualTimers();
  let wrong: string | undefined;
  let heard: string[];
  let guard: ClockGuard;
  let log: string[];
  let stopping: AbortController;
  let working: Promise<void>;

  beforeEach(async () => {
    wrong = undefined;
    heard = [];
    log = [];
    stopping = new AbortController();
    const judge = { verdict: () => wrong, hear: (server: string) => void heard.push(server) };
    const references = [
      { server: 'there', read: () => TOLD },
      { server: 'away', read: () => Promise.reject(new Error('away')) },
      { server: 'silent', read: () => undefined },
    ];
    guard = new ClockGuard({ judge, references, timers });
    await guard.start();
  });
  afterEach(async () => {
    stopping.abort();
    await working;
    guard.stop();
    expect(timers.size).toBe(0);
  });

  const work = async (right: AbortSignal): Promise<void> => {
    log.push('begins');
    await new Promise<void>((resolve) => right.addEventListener('abort', () => resolve(), { once: true }));
    log.push('ends');
  };
  const settled = () => new Promise((resolve) => setImmediate(resolve));

  it('asks each server at the start and every two seconds, and ignores missing answers', async () => {
    expect(heard).toEqual(['there']);
    timers.advance(2_000);
    await settled();
    expect(heard).toEqual(['there', 'there']);
  });

  it('runs the work while the clock is right, stops it when the clock turns wrong, and starts it again', async () => {
    working = guard.whileRight(stopping.signal, work);
    expect(log).toEqual(['begins']);
    wrong = 'ahead';
    timers.advance(250);
    await settled();
    expect(log).toEqual(['begins', 'ends']);
    timers.advance(250);
    await settled();
    expect(log).toEqual(['begins', 'ends']);
    wrong = undefined;
    timers.advance(250);
    await settled();
    expect(log).toEqual(['begins', 'ends', 'begins']);
  });

  it('ends work as soon as a command finds the clock wrong', async () => {
    working = guard.whileRight(stopping.signal, work);
    wrong = 'ahead';
    expect(guard.trouble()).toBe('ahead');
    await settled();
    expect(log).toEqual(['begins', 'ends']);
  });

  it('does not start the work while the clock is wrong, and can be stopped meanwhile', async () => {
    wrong = 'behind';
    working = guard.whileRight(stopping.signal, work);
    await settled();
    stopping.abort();
    await working;
    expect(log).toEqual([]);
  });

  it('rethrows the error of the work', async () => {
    await expect(guard.whileRight(stopping.signal, () => Promise.reject(new Error('broken')))).rejects.toThrow(
      'broken',
    );
  });
});
