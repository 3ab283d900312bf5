/** @throws Error with the message, when the promise has not settled after `ms` milliseconds */
export function withTimeout<Result>(ms: number, promise: Promise<Result>, message: string): Promise<Result> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(message)), ms);
    promise.finally(() => clearTimeout(timer)).then(resolve, reject);
  });
}

/** Resolves after `ms` milliseconds, or as soon as one of the signals aborts. */
export function pause(ms: number, signals: readonly AbortSignal[]): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      for (const signal of signals) signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    for (const signal of signals) {
      if (signal.aborted) return end();
      signal.addEventListener('abort', end);
    }
  });
}
