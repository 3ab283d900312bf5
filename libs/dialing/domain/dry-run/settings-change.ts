import type { Instant, WorkspaceView } from '#kernel';
import { callingHoursOf } from '#calling-hours/domain';
import { isEligible, laneKey, laneOf, momentOf, NO_CALLS } from '#eligibility';
import { afterResets, isExhaustedBy, type MemberRow, MEMBERS, memberSubject } from '#members/domain';
import { activeList, type CapLowering, isFrozen, type LoweredCap, type SmartListRow } from '#smart-lists/domain';
import { workspaceOf } from '../calls/call-life.js';
import { membersInCall } from '../calls/waterfall.js';
import { contactsNow } from '../queue/contacts-now.js';

/** A change of a list's settings that is tried, as its members are judged by it. */
export interface SettingsChange {
  /** The list, also of another tier, before and after it. */
  readonly before: SmartListRow;
  readonly after: SmartListRow;
  /** How it lowers max_attempts_total; undefined: not at all. */
  readonly lowering: CapLowering | undefined;
  /** The same, where the members that it exhausts have a next list. */
  readonly lowered: LoweredCap | undefined;
  /** Whether a sweep moves those members: they are not in the append of the change. */
  readonly swept: boolean;
  /** The instant at which all members are judged. */
  readonly at: Instant;
}

/** Members of a list, by what a change of its settings does to them (docs/reference/http-contract.md#dry-runs). */
export interface MemberEffects {
  /** Their attempts reach the lower max_attempts_total and had not reached the old one. */
  readonly exhausted: number;
  /** Those of them who leave the list by the waterfall; one with an open call stays until that completes. */
  readonly moved: number;
  /** They become `frozen`, and were not. */
  readonly frozen: number;
  /** They become `queued`, and were not. */
  readonly newly_eligible: number;
  /** They were `queued`, and are not any more. */
  readonly no_longer_eligible: number;
}

export const NO_EFFECTS: MemberEffects = {
  exhausted: 0,
  moved: 0,
  frozen: 0,
  newly_eligible: 0,
  no_longer_eligible: 0,
};

/** The members that one decision judges: the first `limit` with numbers above `above`, up to `upTo`. */
export interface NumberRange {
  readonly above: number;
  readonly upTo: number;
  readonly limit: number;
}

/** A member that may be dialed after the change. */
export interface DialableThen {
  readonly contact_id: string;
  readonly number: number;
  /** The key of its lane then. */
  readonly lane: string;
}

/** What becomes of some members of a list. */
export interface JudgedMembers {
  readonly judged: number;
  readonly effects: MemberEffects;
  /** Those who may be dialed from the list after the change, in the order of their numbers. */
  readonly eligible: readonly DialableThen[];
  /** The contacts that may be dialed from the next list once a sweep has moved them there, in the same order. */
  readonly arrivals: readonly string[];
  /** The number behind which the next judgement begins; undefined: these were the last members. */
  readonly next: number | undefined;
}

/**
 * Judges members of a list by a change that is not made, with the rules that the
 * change itself, and the sweep that it may start, would follow.
 */
export function judgeMembers(
  view: WorkspaceView,
  change: SettingsChange,
  { above, upTo, limit }: NumberRange,
): JudgedMembers {
  const { before, after, lowering, lowered, at } = change;
  const prefix = [view.workspaceId, before.smart_list_id, 1];
  const scanned = view.scan(MEMBERS, 'by_number', prefix, { after: [above], limit });
  const rows = scanned.rows.filter(({ number }) => number <= upTo);
  const calling = membersInCall(view, before.smart_list_id);
  const contactNow = contactsNow(
    view,
    rows.map(({ contact_id }) => contact_id),
  );
  const moment = momentOf(workspaceOf(view), at, callingHoursOf(view));
  const freezes = isFrozen(after) && !isFrozen(before) && !moment.isPaused;
  const effects = { ...NO_EFFECTS };
  const eligible: DialableThen[] = [];
  const leavers: MemberRow[] = [];
  for (const stored of rows) {
    const row = afterResets(stored, before);
    const now = contactNow(row.contact_id);
    const was = isEligible(memberSubject(row, before, now), moment);
    const exhausted = lowering !== undefined && isExhaustedBy(lowering, row);
    const moves = exhausted && lowered !== undefined && !calling.has(row.number);
    const is = !moves && isEligible(memberSubject(row, after, now), moment);
    if (moves) leavers.push(row);
    if (is) {
      const { contact_id, number } = row;
      eligible.push({ contact_id, number, lane: laneKey(laneOf(after, now.zones, moment)) });
    }
    effects.exhausted += Number(exhausted);
    effects.frozen += Number(freezes && !moves);
    effects.newly_eligible += Number(is && !was);
    effects.no_longer_eligible += Number(was && !is);
  }
  effects.moved = leavers.length;
  const goesOn = scanned.next !== undefined && rows.length === scanned.rows.length;
  return {
    judged: rows.length,
    effects,
    eligible,
    arrivals: change.swept ? dialableArrivals(view, change, leavers) : [],
    next: goesOn ? Number(scanned.next[0]) : undefined,
  };
}

/** The contacts among those that a sweep moves that may be dialed from the next list, and are not on it yet. */
function dialableArrivals(
  view: WorkspaceView,
  { lowered, at }: SettingsChange,
  leavers: readonly MemberRow[],
): readonly string[] {
  const next = lowered && activeList(view, lowered.next_list_id);
  if (!next || isFrozen(next) || leavers.length === 0) return [];
  const keys = leavers.map(({ contact_id }) => [view.workspaceId, next.smart_list_id, contact_id]);
  const there = view.rows(MEMBERS, keys);
  const contactNow = contactsNow(
    view,
    leavers.map(({ contact_id }) => contact_id),
  );
  const moment = momentOf(workspaceOf(view), at, callingHoursOf(view));
  const arriving = leavers.filter(({ contact_id }, index) => {
    const row = there[index];
    const subject = { removed: null, limits: next, ...contactNow(contact_id), facts: row ?? NO_CALLS, addedAt: at };
    return row?.active !== 1 && isEligible(subject, moment);
  });
  return arriving.map(({ contact_id }) => contact_id);
}
