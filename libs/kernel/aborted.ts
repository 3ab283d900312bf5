/** Resolves when a signal aborts. */
export function aborted(signal: AbortSignal): Promise<void> {
  return unlessAborted(new Promise<void>(() => undefined), signal);
}

/**
 * What a promise resolves to; undefined: the signal aborted before. Nothing listens to the signal afterwards.
 * @throws what the promise rejects with
 */
export async function unlessAborted<Value>(promise: Promise<Value>, signal: AbortSignal): Promise<Value | undefined> {
  let abort = (): void => undefined;
  const isAborted = new Promise<undefined>((resolve) => (abort = () => resolve(undefined)));
  signal.addEventListener('abort', abort);
  if (signal.aborted) abort();
  try {
    return await Promise.race([isAborted, promise]);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}
