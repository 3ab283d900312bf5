import type { Instant } from '#kernel';
import { attemptsToday, type DialingLimits, type Moment, type Standing, type Subject } from '#eligibility';
import type { MemberRow } from './member.js';
import type { RemovedReason } from './member-events.js';

/**
 * The statuses of a member: those that keep it from being dialed, and those that do not
 * (docs/reference/dialing-rules.md#eligibility).
 */
export const MEMBER_STATUSES = ['queued', 'waiting', 'in_call', 'completed', 'frozen', 'removed'] as const;
export type MemberStatus = (typeof MEMBER_STATUSES)[number];

/** What the gates ask of a contact, whatever the list is. */
export type ContactNow = Pick<Subject<string>, 'bar' | 'callInFlight' | 'attempts'>;

/**
 * A member as the gates judge it.
 * @param row after the resets of its list
 * @param limits the current settings of its list
 * @param contact the bar of its contact's number, the call that the contact is in, from any list or registered (null:
 *   none), and its attempts over all lists
 */
export function memberSubject(
  row: MemberRow,
  limits: DialingLimits,
  { bar, callInFlight, attempts }: ContactNow,
): Subject<RemovedReason> {
  return { removed: row.removed_reason, limits, bar, callInFlight, attempts, facts: row, addedAt: row.added_at };
}

/**
 * A member as the API shows it (docs/reference/http-contract.md#member).
 * @param row after the resets of its list
 * @param shown the verdict of its gates at that moment
 * @param contact its contact, without a phone once that is erased
 */
export function presentMember(
  row: MemberRow,
  shown: Standing<RemovedReason>,
  contact: { readonly phone: string | null; readonly erased_at: Instant | null },
  { at, zone }: Moment,
) {
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
    source: row.source,
    added_at: row.added_at,
    erased_at: contact.erased_at,
  };
}
