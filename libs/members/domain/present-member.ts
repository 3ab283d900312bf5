import type { Instant, JsonObject } from '#kernel';
import { isFrozen, type SmartListRow } from '#smart-lists/domain';
import type { MemberRow, RemovedReason } from './member.js';

/** What can keep a member from being dialed, and what cannot (scheduling.md, Eligibility). */
export const MEMBER_STATUSES = ['queued', 'waiting', 'in_call', 'completed', 'frozen', 'removed'] as const;
export type MemberStatus = (typeof MEMBER_STATUSES)[number];

/** Status, reason, and the instant from or until which it holds. */
export interface MemberState {
  readonly status: MemberStatus;
  readonly reason: RemovedReason | 'eligible' | 'cap_zero';
  readonly scheduleTime: Instant | null;
}

/** The state of a member by the settings of its list now: the first gate that fails. */
export function memberState(row: MemberRow, list: SmartListRow): MemberState {
  if (row.removed_reason !== null) return { status: 'removed', reason: row.removed_reason, scheduleTime: null };
  if (isFrozen(list)) return { status: 'frozen', reason: 'cap_zero', scheduleTime: null };
  return { status: 'queued', reason: 'eligible', scheduleTime: row.added_at };
}

/** A member as api.md shows it. */
export function presentMember(row: MemberRow, list: SmartListRow, phone: string): JsonObject {
  const { status, reason, scheduleTime } = memberState(row, list);
  return {
    contact_id: row.contact_id,
    phone,
    smart_list_id: row.smart_list_id,
    status,
    status_reason: reason,
    attempt_count: 0,
    attempts_today: 0,
    last_attempt_at: null,
    last_disposition: null,
    schedule_time: scheduleTime,
    source: row.source,
    added_at: row.added_at,
  };
}
