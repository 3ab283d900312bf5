import { instant, type Instant } from '#kernel';

/**
 * Seconds until the next attempt: after the first attempt, after the second … (docs/reference/http-contract.md, The
 * webhook).
 */
const DELAYS_S = [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400] as const;
/**
 * Share by which each delay is made longer or shorter, so that deliveries that failed together are not retried
 * together.
 */
const JITTER = 0.2;
const LONGEST_WAIT_MS = 86_400_000;

/** Attempts of a delivery in all. */
export const MAX_ATTEMPTS = DELAYS_S.length + 1;

/** When an attempt ended, by both clocks, and a random number for the jitter. */
export interface Moment {
  /** By the clock of due times, in milliseconds since 1970. */
  readonly now: number;
  /** Real time, to which a receiver's dates refer. It differs from `now` only under the test clock. */
  readonly realNow: number;
  /** From 0 up to but not including 1. */
  readonly chance: number;
}

/**
 * When a delivery is tried again after failed attempts.
 * @param attempts failed attempts, the last included
 * @param wishMs how long the receiver asks to be left alone (`retryAfterMs`); the later of this and the schedule counts
 * @returns undefined: never again
 */
export function nextAttempt(attempts: number, { now, chance }: Moment, wishMs = 0): Instant | undefined {
  const delay = DELAYS_S[attempts - 1];
  if (delay === undefined) return undefined;
  const scheduled = Math.round(delay * 1_000 * (1 - JITTER + 2 * JITTER * chance));
  return instant(now + Math.max(scheduled, wishMs));
}

/**
 * The delay that a Retry-After header asks for, in milliseconds: from seconds, or from a date in any of the three forms
 * of HTTP (RFC 9110, 5.6.7). At most a day; 0 for any other text.
 */
export function retryAfterMs(header: string | null, realNow: number): number {
  if (header === null) return 0;
  const text = header.trim();
  const wish = /^[0-9]+$/.test(text) ? Number(text) * 1_000 : dateOf(text) - realNow;
  return Number.isNaN(wish) ? 0 : Math.min(Math.max(wish, 0), LONGEST_WAIT_MS);
}

/** The oldest form of date names no zone and means UTC. */
function dateOf(text: string): number {
  if (!/^[A-Z][a-z]{2,8},? /.test(text)) return NaN;
  return Date.parse(text.endsWith(' GMT') ? text : `${text} GMT`);
}
