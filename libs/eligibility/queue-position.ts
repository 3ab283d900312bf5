import type { Instant } from '#kernel';
import type { DialingFacts } from './attempts.js';
import { capEnd, type DialingLimits, gapEnd, latest, windowEnd } from './waits.js';

/**
 * The part of a member, or of a contact without a list, that the queue's index holds
 * (docs/reference/dialing-rules.md#scale): a row may be picked at t if it is ready, or if it waits and `due` ≤ t.
 * Conditions of the list or the contact (frozen, deleted, in flight from another list) are not part of the row.
 */
export interface QueuePosition {
  /**
   * ready: at any instant. midnight: from a local midnight on, shared by all rows that wait for it. waiting: from
   * another instant on. out: not by time alone.
   */
  readonly state: 'ready' | 'midnight' | 'waiting' | 'out';
  /**
   * Milliseconds since 1970; 0 if ready or out, so that these rows are one run of the index in the order of their
   * numbers. 1: has left the list.
   */
  readonly due: number;
  /**
   * Milliseconds since 1970: the midnight at which the daily cap lets the row be dialed again, where it held the row
   * back at its last event or re-indexing; the retry gap may hold it back longer. 0: it did not.
   */
  readonly capped_until: number;
  /** The same for the daily cap and the windows together: the later of that midnight and the end of the last window. */
  readonly windowed_until: number;
}

/** The settings on which the queue position of a row depends; undefined where the list is deleted. */
export interface QueueSettings {
  readonly limits: DialingLimits;
  /** The workspace's. */
  readonly zone: string;
}

export const READY: QueuePosition = { state: 'ready', due: 0, capped_until: 0, windowed_until: 0 };
export const OUT: QueuePosition = { state: 'out', due: 0, capped_until: 0, windowed_until: 0 };
/**
 * The position of members who have left the list: apart from the completed ones, so that these can be read without
 * them.
 */
export const LEFT: QueuePosition = { state: 'out', due: 1, capped_until: 0, windowed_until: 0 };

/** The fields of a position: they are amended without an event. */
export const POSITION_FIELDS = [
  'state',
  'due',
  'capped_until',
  'windowed_until',
] as const satisfies readonly (keyof QueuePosition)[];

/**
 * The queue position for facts and settings. A cap of 0 counts as no cap: it freezes the list as a whole, and lifting
 * it moves no row.
 * @param member whether the row may be dialed at all: the membership is active; a contact without a list exists and is
 * on none
 * @param at the instant of the event or of the re-indexing: rows that are due by then are ready
 */
export function queuePosition(
  facts: DialingFacts,
  limits: DialingLimits,
  member: boolean,
  { at, zone }: { readonly at: Instant; readonly zone: string },
): QueuePosition {
  const daily = limits.max_attempts_per_day || null;
  const total = limits.max_attempts_total || null;
  if (!member || facts.in_call !== 0 || (total !== null && facts.attempt_count >= total)) return OUT;
  // Nobody who was never called waits: most rows that are written are of such.
  if (facts.last_attempt_at === null) return READY;
  const gap = gapEnd(facts, limits);
  const midnight = capEnd(facts, { ...limits, max_attempts_per_day: daily }, zone);
  const windowed = latest(midnight, windowEnd(facts, limits));
  const due = latest(at, gap, windowed)!;
  if (due <= at) return READY;
  const ahead = (end: Instant | null): number => (end !== null && end > at ? Date.parse(end) : 0);
  return {
    state: due === midnight ? 'midnight' : 'waiting',
    due: Date.parse(due),
    capped_until: ahead(midnight),
    windowed_until: ahead(windowed),
  };
}
