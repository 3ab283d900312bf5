import { type Instant, later } from '#kernel';
import type { DialingFacts } from './attempts.js';
import { capEnd, type DialingLimits, gapEnd } from './gates.js';

/**
 * What the queue's index holds of a member, or of a contact without a list (docs/reference/dialing-rules.md#scale): a
 * row may be picked at t if it is ready, or if it waits and `due` ≤ t. What the list or the contact adds to that
 * (frozen, deleted, in flight from elsewhere) is not in the row.
 */
export interface QueuePosition {
  /** ready: since long. midnight: from a local midnight on, with all who wait for it. waiting: from another instant on. out: not by time alone. */
  readonly state: 'ready' | 'midnight' | 'waiting' | 'out';
  /** Milliseconds since 1970; 0 if ready or out, so that these are one run of the index in the order of their numbers. 1: has left the list. */
  readonly due: number;
}

/** The settings that say where a row has its place in the queue; undefined where the list is no more. */
export interface QueueSettings {
  readonly limits: DialingLimits;
  /** The workspace's. */
  readonly zone: string;
}

const READY: QueuePosition = { state: 'ready', due: 0 };
const OUT: QueuePosition = { state: 'out', due: 0 };
/** Who has left the list: apart from those who are completed, however many left before them. */
export const LEFT: QueuePosition = { state: 'out', due: 1 };

/**
 * The place of facts under settings. A cap of 0 is read as no cap: it freezes the list as a whole, and lifting it costs no row its place.
 * @param member whether there is anything to dial: the membership is active; for a contact without a list, it exists and is on none.
 * @param at the instant of the event or of the re-indexing: what is due by then is ready.
 */
export function queuePosition(
  facts: DialingFacts,
  limits: DialingLimits,
  member: boolean,
  { at, zone }: { readonly at: Instant; readonly zone: string },
): QueuePosition {
  const daily = limits.max_attempts_per_day || null;
  const total = limits.max_attempts_total || null;
  if (!member || facts.in_call === 1 || (total !== null && facts.attempt_count >= total)) return OUT;
  const gap = gapEnd(facts, limits);
  const midnight = capEnd(facts, { ...limits, max_attempts_per_day: daily }, zone);
  const due = later(gap ?? at, midnight ?? at);
  if (due <= at) return READY;
  return { state: due === midnight ? 'midnight' : 'waiting', due: Date.parse(due) };
}
