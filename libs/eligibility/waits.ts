import { instant, type Instant, later } from '#kernel';
import { attemptsOn, type Callback, type CallEnd, type DialingFacts, HOUR, type ListReset } from './attempts.js';
import { localDay } from './calendar.js';
import type { CallResult } from './call-results.js';

/** The bounds of every setting of the retry gap, in seconds. */
export const GAP_SECONDS = { min: 0, max: 31_536_000 } as const;

/** Seconds of the retry gap by the result of the call before it; a result that is absent has no gap of its own. */
export type RetrySeconds = { readonly [Result in CallResult]?: number };

/** At most `attempts` attempts in any `hours` hours. */
export interface AttemptWindow {
  readonly attempts: number;
  readonly hours: number;
}

/** The settings that gates compare with: a list's current ones, or the workspace's for contacts without a list. */
export interface DialingLimits {
  /** null: no limit; 0: frozen. */
  readonly max_attempts_per_day: number | null;
  /** null: no limit; 0: frozen. */
  readonly max_attempts_total: number | null;
  readonly min_retry_seconds: number;
  /** null: no result has a gap of its own; absent where there is no list. */
  readonly retry_seconds?: RetrySeconds | null;
  /** All of them hold; null: none; absent where there is no list. */
  readonly attempt_windows?: readonly AttemptWindow[] | null;
  /** The calling hours of the list; null: none of its own; absent where there is no list. */
  readonly calling_hours_id?: string | null;
  /** Whether dispatch from the list is paused; absent where there is no list. */
  readonly paused?: boolean;
  /** The resets of the list as a whole that rows may not have; absent where there is no list. */
  readonly resets?: readonly ListReset[];
}

/**
 * Seconds of the retry gap (docs/reference/dialing-rules.md#terms): what the disposition of the last ended call says,
 * else the settings for its result, else `min_retry_seconds`.
 */
export function gapSeconds(
  { last_end }: { readonly last_end: Pick<CallEnd, 'result' | 'retry_seconds'> | null },
  { retry_seconds, min_retry_seconds }: DialingLimits,
): number {
  if (last_end === null) return min_retry_seconds;
  return last_end.retry_seconds ?? retry_seconds?.[last_end.result] ?? min_retry_seconds;
}

/**
 * The end of the retry gap by the current settings; null: no call has ended, or a callback has taken the place of the
 * gap.
 */
export function gapEnd(facts: DialingFacts, limits: DialingLimits): Instant | null {
  if (facts.callback) return null;
  return facts.last_end && instant(Date.parse(facts.last_end.at) + gapSeconds(facts, limits) * 1_000);
}

/**
 * Whole seconds since the end of the last call: they reach the gap exactly when it is over. null: none has ended, or a
 * callback has taken the place of the gap.
 */
export function secondsSinceEnd({ callback, last_end }: DialingFacts, at: Instant): number | null {
  return callback ? null : last_end && Math.floor((Date.parse(at) - Date.parse(last_end.at)) / 1_000);
}

/** The midnight after the day of the last attempt, if the attempts on that day reach the daily cap; else null. */
export function capEnd(facts: DialingFacts, limits: DialingLimits, zone: string): Instant | null {
  if (facts.last_attempt_at === null || limits.max_attempts_per_day === null) return null;
  // On no day are there more attempts than the recent ones: most subjects need no calendar.
  if (facts.recent_attempts.length === 0) return null;
  const day = localDay(zone, Date.parse(facts.last_attempt_at));
  return attemptsOn(facts, day) >= limits.max_attempts_per_day ? instant(day.ends) : null;
}

/** The same where a cap of 0 counts as no cap: it freezes the list as a whole, and no midnight ends it. */
export function capEndUnlessZero(facts: DialingFacts, limits: DialingLimits, zone: string): Instant | null {
  return limits.max_attempts_per_day === 0 ? null : capEnd(facts, limits, zone);
}

/** A window and when it ends to be full, if it is: `attempts` attempts began in the `hours` before; null: fewer did. */
interface WindowEnd {
  readonly window: AttemptWindow;
  readonly end: number | null;
}

/** Windows, null or absent: none. */
type Windows = readonly AttemptWindow[] | null | undefined;

/**
 * The window that keeps the subject from being dialed for longest, full or not: of two alike the first. Undefined:
 * there is none.
 * @param times milliseconds since 1970 of the attempts, oldest first
 */
function lastWindow(times: readonly number[], windows: Windows): WindowEnd | undefined {
  let last: WindowEnd | undefined;
  for (const window of windows ?? []) {
    const nth = times.at(-window.attempts);
    const end = nth === undefined ? null : nth + window.hours * HOUR;
    if (!last || (end !== null && (last.end === null || end > last.end))) last = { window, end };
  }
  return last;
}

/** The instant from which on no window is full, if nothing happens; null: none was full since the last attempt. */
export function windowEnd({ attempt_times }: DialingFacts, { attempt_windows }: DialingLimits): Instant | null {
  return windowsEnd(attempt_times, attempt_windows);
}

/** The same of attempts that are in other facts: those made to a contact over all lists. */
export function windowsEnd(times: readonly number[], windows: Windows): Instant | null {
  const end = lastWindow(times, windows)?.end ?? null;
  return end === null ? null : instant(end);
}

/** The same where it is still to come at an instant; null: no window is full. */
export function windowsEndAfter(times: readonly number[], windows: Windows, at: Instant): Instant | null {
  const end = windowsEnd(times, windows);
  return end !== null && end > at ? end : null;
}

/**
 * The attempts in the window that ends last, those that it has room for, and its end as {@link windowsEnd}; null: there
 * are no windows.
 */
export function attemptsInWindow(times: readonly number[], windows: Windows, at: Instant) {
  const last = lastWindow(times, windows);
  if (!last) return { value: null, threshold: null, end: null };
  const { window, end } = last;
  const since = Date.parse(at) - window.hours * HOUR;
  const value = times.filter((time) => time > since).length;
  return { value, threshold: window.attempts, end: end === null ? null : instant(end) };
}

/**
 * When a callback is due: the first instant from `callback_at` on, and not before the limits of its contact are over,
 * at which the daily cap and the windows let the member pass; null: there is no callback. A cap of 0 counts as no cap.
 * @param contactCap when the limits of its contact over all lists are over, or were; null: they never held it back
 */
export function callbackDue(
  facts: DialingFacts,
  limits: DialingLimits,
  zone: string,
  contactCap: Instant | null,
): Instant | null {
  if (!facts.callback) return null;
  const midnight = capEndUnlessZero(facts, limits, zone);
  return latest(facts.callback.callback_at, midnight, windowEnd(facts, limits), contactCap);
}

/** The instant from which on anybody may take a callback that is due then: its owner may from `due`. */
export function ownerUntil({ owner_seconds }: Callback, due: Instant): Instant {
  return instant(Date.parse(due) + owner_seconds * 1_000);
}

/** The latest of some instants; null: of none. */
export function latest(...all: readonly (Instant | null)[]): Instant | null {
  return all.reduce((last, each) => (last === null ? each : each === null ? last : later(last, each)), null);
}
