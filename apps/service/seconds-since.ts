/**
 * Seconds since a moment, in milliseconds since 1970; undefined: 0. Never below 0: another process's clock may be ahead
 * of this one's.
 */
export function secondsSince(since: number | undefined, now: number): number {
  return since === undefined ? 0 : Math.max(0, (now - since) / 1_000);
}
