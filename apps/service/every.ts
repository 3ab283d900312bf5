import type { Timers } from '#kernel';

/** Calls back whenever this many milliseconds have passed; the returned function ends it. */
export function every(timers: Timers, milliseconds: number, callback: () => void): () => void {
  let cancel: () => void = () => undefined;
  const next = (): void => {
    cancel = timers.set(milliseconds, () => {
      next();
      callback();
    });
  };
  next();
  return () => cancel();
}
