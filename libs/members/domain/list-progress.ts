import { attemptsToday, type Attempts, type Moment, type QueuePosition } from '#eligibility';
import { instant, type Instant } from '#kernel';
import type { MemberRow } from './member.js';

/** Milliseconds over which the rate of dispatches is measured. */
export const RATE_MS = 3_600_000;

/** What is counted of a list, at one moment. */
export interface ListCounts {
  /** Members who have not left. */
  readonly active: number;
  readonly isFrozen: boolean;
  /** Those of them that no time brings back to the queue; those in a call of this list are among them. */
  readonly out: number;
  /** Those of `out` whose number is barred at this moment. */
  readonly outBarred: number;
  /** Those that wait for an instant that has not come. */
  readonly waiting: number;
  /** Those of `waiting` whose number is barred at this moment. */
  readonly barred: number;
  /** Those of `waiting` whose number is barred, or whose callback is ahead, at this moment. */
  readonly scheduled: number;
  /** Those of `waiting` that one of these or the daily cap holds back at this moment. */
  readonly capped: number;
  /** Those of `waiting` that one of these or a window holds back at this moment. */
  readonly windowed: number;
  /** Those of `waiting` that one of these or the limits of their contact hold back at this moment. */
  readonly limited: number;
  /** Those who are neither out nor waiting, and for whom calling hours are closed at this moment. */
  readonly closed: number;
  /** Whether calling hours are closed at this moment for contacts whose clocks a row has. */
  readonly isClosed: (zones: string) => boolean;
  /** Memberships that have ended, and did not begin again. */
  readonly removed: number;
  /** The members whose contacts have a call in flight, from whatever list. */
  readonly inCall: readonly Pick<MemberRow, keyof QueuePosition>[];
  /** Undefined: no call was ever dispatched from it. */
  readonly attempts: Attempts | undefined;
  /** Calls that were dispatched from it within the last hour. */
  readonly dispatched: number;
}

/**
 * How far a list is (docs/reference/http-contract.md#progress): its members by status, as a walk over them at this
 * moment would show them.
 */
export function listProgress(counts: ListCounts, { at, zone }: Moment) {
  const { active, removed, attempts, dispatched } = counts;
  const members = membersOf(counts, Date.parse(at));
  const { in_call: _, completed: __, frozen: ___, ...toBeCalled } = members;
  const left = Object.values(toBeCalled).reduce((sum, each) => sum + each, 0);
  return {
    at,
    members: { active, ...members, removed },
    attempt_count: attempts?.attempt_count ?? 0,
    attempts_today: attempts ? attemptsToday(attempts, zone, at) : 0,
    dispatched_last_hour: dispatched,
    estimated_end_at: estimatedEnd(left, dispatched, at),
  };
}

const NOBODY_WAITS = {
  waiting_callback: 0,
  waiting_daily_cap: 0,
  waiting_window_cap: 0,
  waiting_contact_cap: 0,
  waiting_retry_gap: 0,
  waiting_calling_hours: 0,
};

function membersOf(counts: ListCounts, t: number) {
  const { active, isFrozen, out, outBarred, waiting, barred, scheduled, capped, windowed, limited, closed } = counts;
  const none = { ...NOBODY_WAITS, queued: 0, in_call: 0, completed: 0, frozen: 0 };
  if (isFrozen) return { ...none, frozen: active };
  // What bars a number comes before a call and before everything that a member waits for.
  const inCall = counts.inCall.filter(({ barred_until }) => barred_until <= t);
  const members = {
    ...none,
    queued: active - out - waiting - closed,
    waiting_callback: scheduled - barred,
    waiting_daily_cap: capped - scheduled,
    waiting_window_cap: windowed - capped,
    waiting_contact_cap: limited - windowed,
    waiting_retry_gap: waiting - limited,
    waiting_calling_hours: closed,
    in_call: inCall.length,
    completed: out - outBarred,
    frozen: barred + outBarred,
  };
  for (const row of inCall) members[statusBesideCalls(row, counts, t)] -= 1;
  return members;
}

/** What a member would be without the call in flight. */
function statusBesideCalls(row: ListCounts['inCall'][number], { isClosed }: ListCounts, t: number) {
  const { state, due, scheduled_until, capped_until, windowed_until, limited_until, zones } = row;
  if (state === 'out') return 'completed';
  if (due <= t) return isClosed(zones) ? 'waiting_calling_hours' : 'queued';
  if (scheduled_until > t) return 'waiting_callback';
  if (capped_until > t) return 'waiting_daily_cap';
  if (windowed_until > t) return 'waiting_window_cap';
  return limited_until > t ? 'waiting_contact_cap' : 'waiting_retry_gap';
}

/** When each member that may still be called was called once more, at the rate of the last hour; null: never. */
function estimatedEnd(left: number, dispatched: number, at: Instant): Instant | null {
  if (left === 0 || dispatched === 0) return null;
  return instant(Date.parse(at) + Math.ceil((left / dispatched) * RATE_MS));
}
