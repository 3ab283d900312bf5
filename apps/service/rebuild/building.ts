/** Differences that are told one by one; more are only counted. */
export const MOST_TOLD = 100;
/** Milliseconds between two messages about progress. */
const TELL_MS = 100;

/** Calls a function at most ten times a second. */
export function atIntervals<Value>(
  call: (value: Value) => void,
  monotonic = (): number => performance.now(),
): (value: Value) => void {
  let last = -Infinity;
  return (value) => {
    const now = monotonic();
    if (now - last < TELL_MS) return;
    last = now;
    call(value);
  };
}
