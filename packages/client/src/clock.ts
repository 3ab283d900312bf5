/** Time and waiting, so that tests let minutes pass at once. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Resolves after this number of milliseconds, or as soon as the signal is aborted; never rejects. */
  sleep(milliseconds: number, signal?: AbortSignal): Promise<void>;
}

/** The longest wait of a timer, in milliseconds; a longer one would fire at once. */
const LONGEST_MS = 2 ** 31 - 1;

/** The time of the machine. */
export const systemClock: Clock = {
  now: () => Date.now(),
  sleep: (milliseconds, signal) =>
    new Promise((resolve) => {
      if (signal?.aborted) return resolve();
      const end = (): void => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', end);
        resolve();
      };
      const timer = setTimeout(end, Math.min(milliseconds, LONGEST_MS));
      signal?.addEventListener('abort', end);
    }),
};
