import type { Decide, WorkspaceView } from '#kernel';
import { callingHoursOf } from '#calling-hours/domain';
import { dueOf, momentOf } from '#eligibility';
import { afterResets, type MemberRow, MEMBERS, memberSubject } from '#members/domain';
import { activeList, isUsedUp } from '#smart-lists/domain';
import { workspaceOf } from '../calls/call-life.js';
import { contactsNow } from '../queue/contacts-now.js';
import { type CallbackDue, DUE_CALLBACKS } from './due-callbacks.js';

// docs/adr/0076-a-due-callback-is-told-once-by-an-event.md

/** Largest number of callbacks of one decision, and so of events of its append. */
export const CHECKED_AT_ONCE = 100;

/** Milliseconds after which a callback that waits is checked again: a change may have it due earlier than it was. */
const AGAIN_MS = 60_000;

/** A contact and the list that its callback is of. */
export type NamedMember = Pick<CallbackDue['data'], 'smart_list_id' | 'contact_id'>;

/** A callback that was not told. */
export type Untold = NamedMember & {
  /** Milliseconds since 1970 from which on it is to be checked again; null: it has ended. */
  readonly check_at: number | null;
};

/**
 * Tells which of these callbacks are due, each once. No event for those that were told, have ended, or wait: the answer
 * says of the latter two when they are to be checked again.
 * @param members at most {@link CHECKED_AT_ONCE}, each once
 */
export function tellDue(members: readonly NamedMember[]) {
  return ((view) => {
    const pending = untoldOf(view, members);
    const dueAt = dueInstants(view, pending);
    const events: CallbackDue[] = [];
    const untold: Untold[] = [];
    const now = Date.parse(view.now);
    for (const { row, ...member } of pending) {
      const due_at = row ? dueAt(row) : null;
      if (row && due_at !== null && due_at <= view.now) {
        const { callback_at, agent_id } = row.callback!;
        const data = { ...member, member_number: row.number, callback_at, agent_id, due_at };
        events.push({ type: 'CallbackDue', data });
      } else {
        const next = Math.min(due_at === null ? Infinity : Date.parse(due_at), now + AGAIN_MS);
        untold.push({ ...member, check_at: row ? next : null });
      }
    }
    return { events, answer: () => ({ status: 200, body: { ok: true as const, untold } }) };
  }) satisfies Decide;
}

/** Those that were not told since they were set, with the member that bears each; undefined: it has ended. */
function untoldOf(view: WorkspaceView, members: readonly NamedMember[]) {
  const keys = members.map(({ smart_list_id, contact_id }) => [view.workspaceId, smart_list_id, contact_id]);
  const due = view.rows(DUE_CALLBACKS, keys);
  const rows = view.rows(MEMBERS, keys);
  return members.flatMap(({ smart_list_id, contact_id }, at) => {
    if (due[at]?.told !== 0) return [];
    const row = rows[at];
    const bears = row?.active === 1 && row.callback !== null && activeList(view, row.smart_list_id) !== undefined;
    return [{ smart_list_id, contact_id, row: bears ? row : undefined }];
  });
}

/** When the callbacks of members are due, as these are shown; null: not while the caps are what they are. */
function dueInstants(view: WorkspaceView, pending: readonly { readonly row: MemberRow | undefined }[]) {
  const contacts = contactsNow(
    view,
    pending.flatMap(({ row }) => (row ? [row.contact_id] : [])),
  );
  const moment = momentOf(workspaceOf(view), view.now, callingHoursOf(view));
  return (row: MemberRow) => {
    const list = activeList(view, row.smart_list_id)!;
    const counted = afterResets(row, list);
    if (isUsedUp(counted.attempt_count, list.max_attempts_total) || list.max_attempts_per_day === 0) return null;
    return dueOf(memberSubject(counted, list, contacts(row.contact_id)), moment);
  };
}
