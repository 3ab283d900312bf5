import type { Instant } from '#kernel';
import {
  attemptsToday,
  type DialingLimits,
  dueOf,
  type Moment,
  ownerUntil,
  type Standing,
  type Subject,
} from '#eligibility';
import { isUsedUp } from '#smart-lists/domain';
import type { RemovedReason } from './member-events.js';
import type { MemberRow } from './member.js';

/**
 * The statuses of a member: those that keep it from being dialed, and those that do not
 * (docs/reference/dialing-rules.md#eligibility).
 */
export const MEMBER_STATUSES = ['queued', 'waiting', 'in_call', 'completed', 'frozen', 'removed'] as const;
export type MemberStatus = (typeof MEMBER_STATUSES)[number];

/** What the gates ask of a contact, whatever the list is. */
export type ContactNow = Pick<Subject<string>, 'bar' | 'callInFlight' | 'attempts' | 'zones'>;

/**
 * A member as the gates judge it.
 * @param row after the resets of its list
 * @param limits the current settings of its list
 * @param contact the bar of its contact's number, the call that the contact is in, from any list or registered (null:
 *   none), its attempts over all lists, and its zones
 */
export function memberSubject(
  row: MemberRow,
  limits: DialingLimits,
  { bar, callInFlight, attempts, zones }: ContactNow,
): Subject<RemovedReason> {
  const { removed_reason: removed, added_at: addedAt } = row;
  return { removed, limits, bar, callInFlight, attempts, zones, facts: row, addedAt };
}

/**
 * The callback of a member as the API shows it; null: it has none. One whose attempts are used up by a lowered cap has
 * none either.
 */
function presentCallback(row: MemberRow, subject: Subject<RemovedReason>, moment: Moment) {
  const { limits } = subject;
  const { callback } = row;
  if (callback === null || isUsedUp(row.attempt_count, limits.max_attempts_total)) return null;
  const { callback_at, agent_id, owner_seconds } = callback;
  const due = limits.max_attempts_per_day === 0 ? null : dueOf(subject, moment);
  return {
    callback_at,
    agent_id,
    owner_seconds: agent_id === null ? null : owner_seconds,
    due_at: due,
    owner_until: due === null || agent_id === null ? null : ownerUntil(callback, due),
  };
}

/**
 * A member as the API shows it (docs/reference/http-contract.md#member).
 * @param row after the resets of its list
 * @param shown the verdict of its gates at that moment
 * @param contact its contact, without a phone once that is erased
 * @param subject as its gates judged it
 */
export function presentMember(
  row: MemberRow,
  shown: Standing<RemovedReason>,
  contact: { readonly phone: string | null; readonly erased_at: Instant | null },
  moment: Moment,
  subject: Subject<RemovedReason>,
) {
  const { at, zone } = moment;
  return {
    contact_id: row.contact_id,
    phone: contact.phone,
    smart_list_id: row.smart_list_id,
    status: shown.status,
    status_reason: shown.status_reason,
    attempt_count: row.attempt_count,
    attempts_today: attemptsToday(row, zone, at),
    last_attempt_at: row.last_attempt_at,
    last_disposition: row.last_disposition && { ...row.last_disposition },
    schedule_time: shown.schedule_time,
    callback: presentCallback(row, subject, moment),
    source: row.source,
    added_at: row.added_at,
    erased_at: contact.erased_at,
  };
}
