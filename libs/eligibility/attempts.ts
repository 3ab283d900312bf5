import type { Instant } from '#kernel';
import { type LocalDay, localDay } from './calendar.js';
import type { CallResult } from './call-results.js';

/** The end of a call that was dispatched from a list, or from no list. */
export interface CallEnd {
  readonly call_id: string;
  readonly at: Instant;
  readonly result: CallResult;
  /** The retry gap by the disposition that was applied to the call; null: none was, or it says nothing of the gap. */
  readonly retry_seconds: number | null;
}

/** A promise to call a member at an instant (docs/reference/dialing-rules.md#callbacks). */
export interface Callback {
  readonly callback_at: Instant;
  /** The owner: the client's own id of an agent. null: it has none. */
  readonly agent_id: string | null;
  /** For how long from its due instant on it is kept for its owner; 0 without one. */
  readonly owner_seconds: number;
}

/**
 * The facts of the calls of one contact from one list (or from no list), for life: removing and adding the contact
 * again does not change them (docs/reference/dialing-rules.md#terms). Folded from CallDispatched, CallEnded, the
 * dispositions of calls and, of a member, MembersReset; registered calls do not change them.
 */
export interface DialingFacts {
  /** Attempts since the last reset, or for life without one; those given back are not counted. */
  readonly attempt_count: number;
  /**
   * Attempts by the UTC quarter hour of their dispatch, oldest first: `[quarter hours since 1970, attempts]`, only
   * those of the 28 hours before the last dispatch. Not by day, so that a changed time zone counts at once.
   */
  readonly recent_attempts: readonly (readonly [quarter: number, attempts: number])[];
  /**
   * Milliseconds since 1970 of the newest attempts, oldest first: those of the 720 hours before the last dispatch, at
   * most 32 of them, and one more in flight. More than these no window counts.
   */
  readonly attempt_times: readonly number[];
  /** The last dispatch, given back or not. */
  readonly last_attempt_at: Instant | null;
  /** The end of the last call that has ended, whatever its result: the retry gap runs from here. */
  readonly last_end: CallEnd | null;
  /**
   * 0: no call dispatched from this list is in flight. 1: one is, and its attempt is in `attempt_count`. 2: one is, and
   * a reset took its attempt out of `attempt_count`, so its end must not subtract the attempt a second time. A contact
   * has at most one call in flight.
   */
  readonly in_call: 0 | 1 | 2;
  /** Of the membership that is active. null: it has none; absent where there is no list. */
  readonly callback?: Callback | null;
}

/** The facts of a contact that was never called. */
export const NO_CALLS: DialingFacts = {
  attempt_count: 0,
  recent_attempts: [],
  attempt_times: [],
  last_attempt_at: null,
  last_end: null,
  in_call: 0,
};

/**
 * Milliseconds. Since 2000 every day of every zone has begun on a quarter hour of UTC, those at a change of the clocks
 * included (a test checks it).
 */
export const QUARTER_HOUR = 15 * 60_000;

/**
 * Quarter hours for which attempts are counted apart. The longest days have 27 hours (Casey Station, when it leaves its
 * summer time), so a day that includes an instant after the last dispatch began less than 28 hours before that
 * dispatch, in every zone.
 */
const RECENT_QUARTERS = 28 * 4;

/** The bounds of a window: attempts, and the hours in which they may be made. */
export const MAX_WINDOW = { attempts: 32, hours: 720 } as const;
/** Milliseconds. */
export const HOUR = 3_600_000;

const quarterOf = (at: Instant): number => Math.floor(Date.parse(at) / QUARTER_HOUR);

/** The attempts of one contact from one list, or of a whole list. */
export type Attempts = Pick<DialingFacts, 'attempt_count' | 'recent_attempts'>;

/** The attempts with one more, dispatched now. */
export function withAttempt({ attempt_count, recent_attempts }: Attempts, at: Instant): Attempts {
  const quarter = quarterOf(at);
  const recent = recent_attempts.filter(([old]) => old >= quarter - RECENT_QUARTERS);
  return { attempt_count: attempt_count + 1, recent_attempts: withAttempts(recent, quarter, 1) };
}

/** The attempts without one that was dispatched then: a call that was not placed gives its attempt back. */
export function withoutAttempt({ attempt_count, recent_attempts }: Attempts, dispatchedAt: Instant): Attempts {
  return {
    attempt_count: attempt_count - 1,
    recent_attempts: withAttempts(recent_attempts, quarterOf(dispatchedAt), -1),
  };
}

/**
 * The facts after a dispatch from this list. Other fields of a row are kept.
 * @param attempt_count since the last reset, with this one: a reset of the whole list may be none of these facts
 */
export function afterDispatch<Facts extends DialingFacts>(
  facts: Facts,
  at: Instant,
  attempt_count = facts.attempt_count + 1,
): Facts {
  const now = Date.parse(at);
  const times = facts.attempt_times.filter((time) => time > now - MAX_WINDOW.hours * HOUR);
  const attempts = { ...withAttempt(facts, at), attempt_count };
  return { ...facts, ...attempts, attempt_times: [...times, now], last_attempt_at: at, in_call: 1 };
}

/**
 * The facts after the end of a call that was dispatched from this list. One that was never placed
 * gives its attempt back, on the day of its dispatch; its end counts like any other.
 */
export function afterEnd<Facts extends DialingFacts>(
  facts: Facts,
  call: { readonly call_id: string; readonly dispatched_at: Instant; readonly result: CallResult },
  at: Instant,
): Facts {
  const { call_id, dispatched_at, result } = call;
  const ended: Facts = { ...facts, last_end: { call_id, at, result, retry_seconds: null }, in_call: 0 };
  if (result === 'not_placed') {
    // The call that ends is the last that was dispatched.
    return { ...ended, ...givenBack(facts, dispatched_at), attempt_times: facts.attempt_times.slice(0, -1) };
  }
  // Only now: an attempt that is given back would leave one too few.
  return { ...ended, attempt_times: facts.attempt_times.slice(-MAX_WINDOW.attempts) };
}

/**
 * The facts after a disposition was applied to a call that was dispatched from this list. One of an earlier call than
 * the last that has ended does not change them.
 * @param retrySeconds the retry gap that it sets; null: none
 */
export function afterDisposition<Facts extends DialingFacts>(
  facts: Facts,
  callId: string,
  retrySeconds: number | null,
): Facts {
  const { last_end } = facts;
  if (last_end?.call_id !== callId || last_end.retry_seconds === retrySeconds) return facts;
  return { ...facts, last_end: { ...last_end, retry_seconds: retrySeconds } };
}

function givenBack(facts: DialingFacts, dispatchedAt: Instant): Attempts {
  return { ...withoutAttempt(facts, dispatchedAt), attempt_count: countIfGivenBack(facts) };
}

/**
 * `attempt_count` after the end of the call in flight if it gives its attempt back: one from before a reset is in the
 * count no more.
 */
export function countIfGivenBack({ attempt_count, in_call }: DialingFacts): number {
  return in_call === 2 ? attempt_count : attempt_count - 1;
}

/**
 * The facts after a reset (docs/reference/dialing-rules.md#reset): only the count of the total cap begins anew. Other
 * fields of a row are kept.
 */
export function afterReset<Facts extends DialingFacts>(facts: Facts): Facts {
  return { ...facts, attempt_count: 0, in_call: facts.in_call === 0 ? 0 : 2 };
}

/**
 * A reset of a list as a whole, as far as its members have not settled it
 * (docs/adr/0070-a-reset-of-a-list-is-a-mark-on-its-settings.md).
 */
export interface ListReset {
  /** Of the event of the reset. */
  readonly revision: number;
  /** It was of the active members with at least this number of attempts; 1: of all. */
  readonly attempts: number;
}

/**
 * The resets of a list after one more. A row's count is constant from the revision on up to which it is settled, so an
 * earlier reset that reached fewer members than a later one decides nothing any more: each that is kept needs fewer
 * attempts than those behind it.
 */
export function withReset(resets: readonly ListReset[], reset: ListReset): readonly ListReset[] {
  return [...resets.filter(({ attempts }) => attempts < reset.attempts), reset];
}

/**
 * The facts after the resets of their list that they do not have yet. Other fields of a row are kept.
 * @param facts of an active member, with the revision up to which its count is settled
 */
export function afterListResets<Facts extends DialingFacts & { readonly settled_revision: number }>(
  facts: Facts,
  resets: readonly ListReset[],
): Facts {
  const { attempt_count, settled_revision } = facts;
  const isReset = resets.some(({ revision, attempts }) => revision > settled_revision && attempt_count >= attempts);
  return isReset ? afterReset(facts) : facts;
}

function withAttempts(
  recent: DialingFacts['recent_attempts'],
  quarter: number,
  more: 1 | -1,
): DialingFacts['recent_attempts'] {
  const before = recent.find(([known]) => known === quarter)?.[1] ?? 0;
  const others = recent.filter(([known]) => known !== quarter);
  if (before + more <= 0) return others;
  // A quarter hour whose count rises is the latest one; a quarter hour whose count falls keeps its position.
  return [...others, [quarter, before + more] as const].sort(([a], [b]) => a - b);
}

/** The attempts dispatched on a day that is no older than the day of the last dispatch. */
export function attemptsOn(facts: Attempts, { starts, ends }: LocalDay): number {
  let attempts = 0;
  for (const [quarter, dispatched] of facts.recent_attempts)
    if (quarter * QUARTER_HOUR >= starts && quarter * QUARTER_HOUR < ends) attempts += dispatched;
  return attempts;
}

/**
 * attempts_today (docs/reference/dialing-rules.md#terms): those dispatched on the day of `at` in the workspace's
 * current zone.
 */
export function attemptsToday(facts: Attempts, zone: string, at: Instant): number {
  // Most members have not been called in the last day, so no calendar is needed.
  return facts.recent_attempts.length === 0 ? 0 : attemptsOn(facts, localDay(zone, Date.parse(at)));
}
