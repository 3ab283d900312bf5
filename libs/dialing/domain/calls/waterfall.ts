import { countIfGivenBack } from '#eligibility';
import type { DomainEvent, WorkspaceView } from '#kernel';
import {
  afterResets,
  type InCall,
  type MemberAdded,
  type MemberRemoved,
  type MemberRow,
  MEMBERS,
  moveDown,
} from '#members/domain';
import { activeList, isUsedUp } from '#smart-lists/domain';
import type { CallCompleted } from './call-events.js';
import { type CallRow, CALLS, partyOf } from './call.js';

/** The earlier effects of the append that completes a call: a decision does not see its own events. */
export interface DoneBefore {
  /** The changes by the outcome that completes the call. */
  readonly memberships?: readonly (MemberAdded | MemberRemoved)[];
  /** The call ends in this append and was never placed. */
  readonly attemptGivenBack?: boolean;
}

/**
 * The completion of a call and, if the member is exhausted, the waterfall. In the append of the event that completes
 * the call, after the effects of its outcome (docs/reference/dialing-rules.md#the-waterfall).
 */
export function completeCall(
  view: WorkspaceView,
  call: CallRow,
  by: CallCompleted['data']['by'],
  before: DoneBefore = {},
): readonly DomainEvent[] {
  const exhausted = usesUp(view, call, before) ? ({ exhausted: true } as const) : {};
  const completed: CallCompleted = { type: 'CallCompleted', data: { ...partyOf(call), by, ...exhausted } };
  return [completed, ...waterfall(view, call, before)];
}

/**
 * Whether a call was the last attempt that its contact had from the list: its number reaches the cap, and no reset
 * since its dispatch took the attempt out of the count. Without a reset the count is at least that number. The member
 * is read only where the number reaches the cap.
 */
function usesUp(
  view: WorkspaceView,
  { smart_list_id, contact_id, attempt_number }: CallRow,
  { attemptGivenBack = false }: DoneBefore,
): boolean {
  const list = smart_list_id === null ? undefined : activeList(view, smart_list_id);
  if (!list || attempt_number === null) return false;
  const number = attempt_number - (attemptGivenBack ? 1 : 0);
  if (!isUsedUp(number, list.max_attempts_total)) return false;
  const [member] = view.rows(MEMBERS, [[view.workspaceId, list.smart_list_id, contact_id]]);
  return member !== undefined && attemptsOf(afterResets(member, list), attemptGivenBack) >= number;
}

/** The `attempt_count` of the member once the append of the completion has happened. */
function attemptsOf(member: MemberRow, attemptGivenBack: boolean): number {
  return attemptGivenBack ? countIfGivenBack(member) : member.attempt_count;
}

/** The memberships of a list that have an open call that was dispatched from them. */
export const membersInCall: InCall = (view, smartListId) => {
  const numbers = new Set<number>();
  for (const { smart_list_id, member_number } of view.resident(CALLS).values())
    if (smart_list_id === smartListId && member_number !== null) numbers.add(member_number);
  return numbers;
};

function waterfall(
  view: WorkspaceView,
  { smart_list_id, contact_id, member_number }: CallRow,
  { memberships = [], attemptGivenBack = false }: DoneBefore,
): readonly DomainEvent[] {
  const list = smart_list_id === null ? undefined : activeList(view, smart_list_id);
  const next = list?.next_list_id ? activeList(view, list.next_list_id) : undefined;
  if (!list || !next || list.max_attempts_total === null) return [];
  const [from, to] = [list.smart_list_id, next.smart_list_id];
  const [here, there] = view.rows(MEMBERS, [
    [view.workspaceId, from, contact_id],
    [view.workspaceId, to, contact_id],
  ]);
  // Only the same membership that the call was dialed from, left alone by the outcome: a membership that began since is
  // not affected.
  const stays = here?.active === 1 && here.number === member_number && !effectOn(memberships, from, contact_id);
  if (!stays || !isUsedUp(attemptsOf(afterResets(here, list), attemptGivenBack), list.max_attempts_total)) return [];
  const effect = effectOn(memberships, to, contact_id);
  const isThere = effect ? effect === 'MemberAdded' : there?.active === 1;
  return moveDown(view, from, to, [contact_id], new Set(isThere ? [contact_id] : []));
}

/** The last of some events that begins or ends a membership, by its type; undefined if none does. */
export function effectOn(
  events: readonly DomainEvent[],
  listId: string,
  contactId: string,
): 'MemberAdded' | 'MemberRemoved' | undefined {
  return (events as readonly (MemberAdded | MemberRemoved)[]).findLast(({ type, data }) => {
    if (type === 'MemberAdded') return data.smart_list_id === listId && data.contact_id === contactId;
    if (type !== 'MemberRemoved') return false;
    return data.contacts.some(
      ({ contact_id, lists }) => contact_id === contactId && lists.some((index) => data.lists[index] === listId),
    );
  })?.type;
}
