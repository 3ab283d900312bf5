/** Real time, for waiting on something outside; never the domain's clock. */
export interface Timers {
  /** Runs `run` once after so many milliseconds, unless the returned function is called before. */
  after(milliseconds: number, run: () => void): () => void;
}

/** Resolves after so many milliseconds, or as soon as the signal aborts. */
export type Sleep = (milliseconds: number, signal: AbortSignal) => Promise<void>;

/** The timers of the machine. */
export const realTimers: Timers = {
  after(milliseconds, run) {
    const timer = setTimeout(run, milliseconds);
    return () => clearTimeout(timer);
  },
};

/** Sleeps in the machine's time. */
export const realSleep: Sleep = (milliseconds, signal) =>
  new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const done = (): void => {
      cancel();
      signal.removeEventListener('abort', done);
      resolve();
    };
    const cancel = realTimers.after(milliseconds, done);
    signal.addEventListener('abort', done);
  });
