import { instant, type Instant } from '#kernel';
import { attemptsOn, type DialingFacts } from './attempts.js';
import { localDay } from './calendar.js';
import type { CallResult } from './call-results.js';

/** Seconds of the retry gap by the result of the call before it; a result that is absent has no gap of its own. */
export type RetrySeconds = { readonly [Result in CallResult]?: number };

/** The settings that gates compare with: a list's current ones, or the workspace's for contacts without a list. */
export interface DialingLimits {
  /** null: no limit; 0: frozen. */
  readonly max_attempts_per_day: number | null;
  /** null: no limit; 0: frozen. */
  readonly max_attempts_total: number | null;
  readonly min_retry_seconds: number;
  /** null: no result has a gap of its own; absent where there is no list. */
  readonly retry_seconds?: RetrySeconds | null;
  /** Whether dispatch from the list is paused; absent where there is no list. */
  readonly paused?: boolean;
}

/**
 * Seconds of the retry gap (docs/reference/dialing-rules.md#terms): what the disposition of the last ended call says,
 * else the settings for its result, else `min_retry_seconds`.
 */
export function gapSeconds({ last_end }: DialingFacts, { retry_seconds, min_retry_seconds }: DialingLimits): number {
  if (last_end === null) return min_retry_seconds;
  return last_end.retry_seconds ?? retry_seconds?.[last_end.result] ?? min_retry_seconds;
}

/** The end of the retry gap by the current settings; null: no call has ended. */
export function gapEnd(facts: DialingFacts, limits: DialingLimits): Instant | null {
  return facts.last_end && instant(Date.parse(facts.last_end.at) + gapSeconds(facts, limits) * 1_000);
}

/** The midnight after the day of the last attempt, if the attempts on that day reach the daily cap; else null. */
export function capEnd(facts: DialingFacts, limits: DialingLimits, zone: string): Instant | null {
  if (facts.last_attempt_at === null || limits.max_attempts_per_day === null) return null;
  // On no day are there more attempts than the recent ones: most subjects need no calendar.
  if (facts.recent_attempts.length === 0) return null;
  const day = localDay(zone, Date.parse(facts.last_attempt_at));
  return attemptsOn(facts, day) >= limits.max_attempts_per_day ? instant(day.ends) : null;
}
