import type { Timers } from '#kernel';

/** Resolves after `milliseconds`, or as soon as the signal aborts. */
export type Sleep = (milliseconds: number, signal: AbortSignal) => Promise<void>;

/** The timers of the machine. */
export const realTimers: Timers = {
  set(milliseconds, callback) {
    const timer = setTimeout(callback, milliseconds);
    return () => clearTimeout(timer);
  },
};

/** A sleep on these timers. */
export function sleepBy(timers: Timers): Sleep {
  return (milliseconds, signal) =>
    new Promise((resolve) => {
      if (signal.aborted) return resolve();
      const done = (): void => {
        cancel();
        signal.removeEventListener('abort', done);
        resolve();
      };
      const cancel = timers.set(milliseconds, done);
      signal.addEventListener('abort', done);
    });
}

/**
 * Waits for the end of some work, though at most `milliseconds`: a store may hang.
 * @throws what the work throws within that time
 */
export async function atMost(milliseconds: number, work: Promise<unknown>, sleep: Sleep): Promise<void> {
  const ended = new AbortController();
  try {
    await Promise.race([work, sleep(milliseconds, ended.signal)]);
  } finally {
    ended.abort();
  }
}

/** A sleep in real time. */
export const realSleep: Sleep = sleepBy(realTimers);
