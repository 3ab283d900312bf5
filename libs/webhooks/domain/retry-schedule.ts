import { instant, type Instant } from '#kernel';

/** Until the next attempt, in seconds, after the first, the second … (docs/reference/http-contract.md, The webhook). */
const DELAYS_S = [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400] as const;
/** Each delay is as much longer or shorter: those that failed together are not to come back together. */
const JITTER = 0.2;
const LONGEST_WAIT_MS = 86_400_000;

/** Attempts that a delivery has in all. */
export const MAX_ATTEMPTS = DELAYS_S.length + 1;

/** When an attempt came to its end, by both clocks, and what chance has to say. */
export interface Moment {
  /** By the clock that due times are held against, in milliseconds since 1970. */
  readonly now: number;
  /** By the clocks of the world, which a receiver's dates are of. Another one than `now` under the test clock only. */
  readonly realNow: number;
  /** From 0 up to but not 1. */
  readonly chance: number;
}

/**
 * When a delivery is tried again after failed attempts.
 * @param attempts failed ones, the last included
 * @param wishMs how long the receiver asks to be left alone (`retryAfterMs`); the schedule counts where it is later
 * @returns undefined: never again
 */
export function nextAttempt(attempts: number, { now, chance }: Moment, wishMs = 0): Instant | undefined {
  const delay = DELAYS_S[attempts - 1];
  if (delay === undefined) return undefined;
  const scheduled = Math.round(delay * 1_000 * (1 - JITTER + 2 * JITTER * chance));
  return instant(now + Math.max(scheduled, wishMs));
}

/**
 * What a Retry-After header asks for, in milliseconds: seconds, or a date of any of the three forms of HTTP (RFC 9110,
 * 5.6.7). At most a day; 0 for what is neither.
 */
export function retryAfterMs(header: string | null, realNow: number): number {
  if (header === null) return 0;
  const text = header.trim();
  const wish = /^[0-9]+$/.test(text) ? Number(text) * 1_000 : dateOf(text) - realNow;
  return Number.isNaN(wish) ? 0 : Math.min(Math.max(wish, 0), LONGEST_WAIT_MS);
}

/** The oldest form of date names no zone and means UTC all the same. */
function dateOf(text: string): number {
  if (!/^[A-Z][a-z]{2,8},? /.test(text)) return NaN;
  return Date.parse(text.endsWith(' GMT') ? text : `${text} GMT`);
}
