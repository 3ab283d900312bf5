import type { Instant } from '#kernel';
import type { DialingFacts } from './attempts.js';
import type { Bar } from './subject.js';
import { callbackDue, capEndUnlessZero, type DialingLimits, gapEnd, latest, windowEnd } from './waits.js';

/** Later than every instant: a number that is barred until its entry is removed. */
export const FOR_GOOD = 8_640_000_000_000_000;

/**
 * The part of a member, or of a contact without a list, that the queue's index holds
 * (docs/reference/dialing-rules.md#scale): a row may be picked at t if it is ready, or if it waits and `due` ≤ t.
 * Conditions of the list or the contact (frozen, deleted, in flight from another list) are not part of the row.
 */
export interface QueuePosition {
  /**
   * ready: at any instant. midnight: from a local midnight on, shared by all rows that wait for it. waiting: from
   * another instant on. barred: from another instant on, and until `barred_until` its number is in the do-not-call
   * register. callback: a callback, from its due instant on. out: not by time alone.
   */
  readonly state: 'ready' | 'midnight' | 'waiting' | 'barred' | 'callback' | 'out';
  /**
   * Milliseconds since 1970; 0 if ready or out, so that these rows are one run of the index in the order of their
   * numbers. Of rows that are out, 1: has left the list; more: `barred_until`.
   */
  readonly due: number;
  /**
   * Milliseconds since 1970: when the entry of its number in the do-not-call register expires; {@link FOR_GOOD}: it
   * does not. 0: no entry counted when the number was looked up last. A hint: a pick looks the number up.
   */
  readonly barred_until: number;
  /** Milliseconds since 1970: when its callback is due, barred or not. 0: it has none, or the row is out. */
  readonly callback_due: number;
  /**
   * Milliseconds since 1970: the instant of its callback, if that was ahead at its last event or re-indexing, or
   * `barred_until` if that is later. 0: neither was.
   */
  readonly scheduled_until: number;
  /**
   * Milliseconds since 1970: the midnight at which the daily cap lets the row be dialed again, where it held the row
   * back at its last event or re-indexing, or `scheduled_until` if that is later; the retry gap may hold it back
   * longer. 0: neither did.
   */
  readonly capped_until: number;
  /** The same for the daily cap and the windows together: the later of that midnight and the end of the last window. */
  readonly windowed_until: number;
  /** The same for these and the limits of its contact over all lists. A hint: a pick looks the attempts up. */
  readonly limited_until: number;
  /**
   * The clocks by which its contact has its lane (`joinedClocks`); '' where the workspace had no calling hours when the
   * row was placed. A hint: a pick looks the zones of the contact up.
   */
  readonly zones: string;
}

/** The settings on which the queue position of a row depends; undefined where the list is deleted. */
export interface QueueSettings {
  readonly limits: DialingLimits;
  /** The workspace's. */
  readonly zone: string;
}

const AT_ONCE = {
  due: 0,
  barred_until: 0,
  callback_due: 0,
  scheduled_until: 0,
  capped_until: 0,
  windowed_until: 0,
  limited_until: 0,
  zones: '',
};
export const READY: QueuePosition = { ...AT_ONCE, state: 'ready' };
export const OUT: QueuePosition = { ...AT_ONCE, state: 'out' };
/**
 * The position of members who have left the list: apart from the completed ones, so that these can be read without
 * them.
 */
export const LEFT: QueuePosition = { ...AT_ONCE, state: 'out', due: 1 };

/** The fields of a position: they are amended without an event. */
export const POSITION_FIELDS = [
  'state',
  'due',
  'barred_until',
  'callback_due',
  'scheduled_until',
  'capped_until',
  'windowed_until',
  'limited_until',
  'zones',
] as const satisfies readonly (keyof QueuePosition)[];

/** The position alone, of a row that has it, as fields to be compared or set (an interface is not taken for those). */
export function positionIn(row: QueuePosition): Pick<QueuePosition, keyof QueuePosition> {
  return Object.fromEntries(POSITION_FIELDS.map((field) => [field, row[field]])) as unknown as QueuePosition;
}

/** What a queue position is computed from: the facts of a row, and what was looked up last of its contact. */
export type Placed = DialingFacts & Pick<QueuePosition, 'barred_until' | 'zones'>;

/** The end of the limits of a contact over all lists as it was looked up last; null: none of them held it back. */
export type ContactCap = Instant | null;

/** The bar of a number as rows have it. */
export function barredUntil(bar: Bar | null): number {
  if (bar === null) return 0;
  return bar.until === null ? FOR_GOOD : Date.parse(bar.until);
}

/**
 * The queue position for facts and settings. A cap of 0 counts as no cap: it freezes the list as a whole, and lifting
 * it moves no row.
 * @param member whether the row may be dialed at all: the membership is active; a contact without a list exists and is
 * on none
 * @param at the instant of the event or of the re-indexing: rows that are due by then are ready
 * @param contactCap of its contact
 */
export function queuePosition(
  facts: Placed,
  limits: DialingLimits,
  member: boolean,
  { at, zone }: { readonly at: Instant; readonly zone: string },
  contactCap: ContactCap = null,
): QueuePosition {
  const position = placeOf(facts, limits, member, { at, zone }, contactCap);
  return facts.zones === '' ? position : { ...position, zones: facts.zones };
}

/** The position without the zones of its contact, which tell lanes apart and no times. */
function placeOf(
  facts: Placed,
  limits: DialingLimits,
  member: boolean,
  { at, zone }: { readonly at: Instant; readonly zone: string },
  contactCap: ContactCap,
): QueuePosition {
  const total = limits.max_attempts_total || null;
  const barred = facts.barred_until > Date.parse(at) ? facts.barred_until : 0;
  // While it is out of the queue for another reason, too, its bar is kept for the time when it comes back.
  if (!member || facts.in_call !== 0 || (total !== null && facts.attempt_count >= total) || barred === FOR_GOOD)
    return barred === 0 ? OUT : { ...OUT, due: barred, barred_until: barred };
  const callback = callbackDue(facts, limits, zone, contactCap);
  if (callback !== null) return positionOfCallback({ facts, limits, at, zone }, callback, barred);
  // Nobody who was never called waits: most rows that are written are of such.
  if (facts.last_attempt_at === null && (contactCap === null || contactCap <= at))
    return barred === 0 ? READY : barredAlone(barred);
  const gap = gapEnd(facts, limits);
  const midnight = capEndUnlessZero(facts, limits, zone);
  const windowed = latest(midnight, windowEnd(facts, limits));
  const limited = latest(windowed, contactCap);
  const due = latest(at, gap, limited)!;
  if (due <= at) return barred === 0 ? READY : barredAlone(barred);
  const ahead = (end: Instant | null): number => (end !== null && end > at ? Date.parse(end) : 0);
  const [capped_until, windowed_until, limited_until] = [ahead(midnight), ahead(windowed), ahead(limited)];
  if (barred === 0) {
    const state = due === midnight ? 'midnight' : 'waiting';
    return { ...AT_ONCE, state, due: Date.parse(due), capped_until, windowed_until, limited_until };
  }
  return {
    state: 'barred',
    due: Math.max(Date.parse(due), barred),
    barred_until: barred,
    callback_due: 0,
    scheduled_until: barred,
    capped_until: Math.max(capped_until, barred),
    windowed_until: Math.max(windowed_until, barred),
    limited_until: Math.max(limited_until, barred),
    zones: '',
  };
}

/** The position of a row with a callback: at its due instant, also where that has passed, and its number is barred. */
function positionOfCallback(
  { facts, limits, at, zone }: { facts: Placed; limits: DialingLimits; at: Instant; zone: string },
  due: Instant,
  barred: number,
): QueuePosition {
  const ahead = (...ends: readonly (Instant | null)[]): number => {
    const end = latest(...ends);
    return Math.max(end !== null && end > at ? Date.parse(end) : 0, barred);
  };
  const midnight = capEndUnlessZero(facts, limits, zone);
  const { callback_at } = facts.callback!;
  const callback_due = Date.parse(due);
  return {
    state: barred === 0 ? 'callback' : 'barred',
    due: Math.max(callback_due, barred),
    barred_until: barred,
    callback_due,
    scheduled_until: ahead(callback_at),
    capped_until: ahead(callback_at, midnight),
    windowed_until: ahead(callback_at, midnight, windowEnd(facts, limits)),
    limited_until: ahead(due),
    zones: '',
  };
}

/** The position of a row whose instant has come: ready, or its callback's. */
export function promotedPosition({ callback_due, zones }: QueuePosition): QueuePosition {
  if (callback_due === 0) return { ...READY, zones };
  return { ...AT_ONCE, state: 'callback', due: callback_due, callback_due, zones };
}

/** The position of a row that nothing holds back but an entry that expires. */
function barredAlone(until: number): QueuePosition {
  return {
    state: 'barred',
    due: until,
    barred_until: until,
    callback_due: 0,
    scheduled_until: until,
    capped_until: until,
    windowed_until: until,
    limited_until: until,
    zones: '',
  };
}
