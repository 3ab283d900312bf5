/** A signal that is interrupted when it is asked for the n-th time whether it is. */
export function interruptedAt(n: number): AbortSignal {
  const controller = new AbortController();
  const { signal } = controller;
  let left = n;
  signal.throwIfAborted = function (this: AbortSignal) {
    left -= 1;
    if (left === 0) controller.abort();
    AbortSignal.prototype.throwIfAborted.call(signal);
  };
  return signal;
}
