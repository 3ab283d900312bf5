import { setImmediate } from 'node:timers/promises';
import type { Clock } from '../clock.js';

/** Turns of the event loop after which nothing happens any more but what waits for the clock. */
const TURNS = 12;

/** Time that passes only while a test waits, from one wait to the next. */
export class VirtualClock implements Clock {
  private time = Date.parse('2030-01-01T00:00:00Z');
  private readonly waits = new Set<{ readonly at: number; readonly end: () => void }>();

  now(): number {
    return this.time;
  }

  sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      if (signal?.aborted) return resolve();
      const end = (): void => {
        this.waits.delete(wait);
        signal?.removeEventListener('abort', end);
        resolve();
      };
      const wait = { at: this.time + milliseconds, end };
      this.waits.add(wait);
      signal?.addEventListener('abort', end);
    });
  }

  /** Lets time pass until the promise is settled. @throws Error nothing waits for the clock, and it is not settled */
  async settled<Result>(promise: Promise<Result>): Promise<Result> {
    let isSettled = false;
    const end = (): void => void (isSettled = true);
    promise.then(end, end);
    for (;;) {
      await turns();
      if (isSettled) return promise;
      const [next] = [...this.waits].sort((a, b) => a.at - b.at);
      if (next === undefined) throw new Error('nothing waits for the clock, and the promise is not settled');
      this.time = Math.max(this.time, next.at);
      next.end();
    }
  }

  /** Lets this number of milliseconds pass. */
  pass(milliseconds: number): Promise<void> {
    return this.settled(this.sleep(milliseconds));
  }
}

/** Lets everything happen that waits for nothing. */
export async function turns(): Promise<void> {
  for (let turn = 0; turn < TURNS; turn += 1) await setImmediate();
}
