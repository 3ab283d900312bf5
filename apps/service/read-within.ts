import type { Timers } from '#kernel';

/**
 * What a read comes to within some milliseconds; undefined: it failed, or takes longer. The signal aborts once it is
 * over.
 */
export async function readWithin<Value>(
  milliseconds: number,
  timers: Timers,
  read: (signal: AbortSignal) => Promise<Value>,
): Promise<Value | undefined> {
  const ended = new AbortController();
  let cancel: () => void = () => undefined;
  const late = new Promise<undefined>((resolve) => {
    cancel = timers.set(milliseconds, () => resolve(undefined));
  });
  try {
    // The check of the store names the reason.
    return await Promise.race([read(ended.signal).catch(() => undefined), late]);
  } finally {
    cancel();
    ended.abort();
  }
}
