import type { DomainEvent, WorkspaceView } from '#kernel';
import type { DialingFacts } from '#eligibility';
import {
  type CapLowering,
  isUsedUp,
  type LoweredCap,
  loweredCap,
  requireList,
  type SmartListChanged,
} from '#smart-lists/domain';
import type { MemberAdded } from './member-events.js';
import { afterResets, type MemberRow, MEMBERS } from './member.js';
import { activeMembersOfList, memberCount, memberRemoved, SWEEP_CHUNK } from './removal.js';

/**
 * Members of a list up to which a decision itself finds those that a lowered cap exhausts; a longer list is always left
 * to a sweep.
 */
const LOOKED_THROUGH = 2_000;

/**
 * The memberships of a list that have an open call dispatched from them, by their numbers: a lowered cap leaves those
 * to the completion of the call. Calls belong to the dialing slice, so this function is passed in.
 */
export type InCall = (view: WorkspaceView, smartListId: string) => ReadonlySet<number>;

/** The contacts among these that are active members of a list, by the rows. */
export function membersAmong(
  view: WorkspaceView,
  smartListId: string,
  contactIds: readonly string[],
): ReadonlySet<string> {
  if (contactIds.length === 0) return new Set();
  const keys = contactIds.map((contactId) => [view.workspaceId, smartListId, contactId]);
  const rows = view.rows(MEMBERS, keys);
  return new Set(contactIds.filter((_id, index) => rows[index]?.active === 1));
}

/**
 * Exhausted members move to the next list, in their order; a contact that is on it already only leaves
 * (docs/reference/dialing-rules.md#the-waterfall).
 * @param there the contacts among them that are on the next list
 */
export function moveDown(
  view: WorkspaceView,
  from: string,
  to: string,
  contactIds: readonly string[],
  there: ReadonlySet<string>,
): readonly DomainEvent[] {
  const left = memberRemoved(
    view,
    'moved_by_waterfall',
    contactIds.map((contactId) => ({ contactId, listIds: [from] })),
    to,
  );
  const added = contactIds
    .filter((contactId) => !there.has(contactId))
    .map((contact_id): MemberAdded => ({
      type: 'MemberAdded',
      data: { smart_list_id: to, contact_id, source: 'waterfall' },
    }));
  return left ? [left, ...added] : [];
}

/**
 * Whether a lowered cap exhausts a member: its attempts reach the new cap and had not reached the old one.
 * @param facts after the resets of its list
 */
export function isExhaustedBy({ cap, old_cap }: CapLowering, { attempt_count }: DialingFacts): boolean {
  return isUsedUp(attempt_count, cap) && !isUsedUp(attempt_count, old_cap);
}

/**
 * The effect of a change of a list's settings on its members. Those that a lowered max_attempts_total exhausts move in
 * the same append if they are at most {@link SWEEP_CHUNK}, except those in a call. More of them, and those of a list of
 * more than 2,000 members, move by a sweep that the change starts.
 * @returns the events of the append, the change first
 */
export function exhaustMembers(view: WorkspaceView, change: SmartListChanged, inCall: InCall): readonly DomainEvent[] {
  const { smart_list_id } = change.data;
  const lowered = loweredCap(view, requireList(view, smart_list_id), change.data.changes);
  const members = lowered ? memberCount(view, smart_list_id) : 0;
  if (!lowered || members === 0) return [change];
  const exhausted = members > LOOKED_THROUGH ? undefined : exhaustedNow(view, smart_list_id, lowered, inCall);
  if (!exhausted) return [{ ...change, data: { ...change.data, exhausts: lowered } }];
  const { next_list_id: next } = lowered;
  return [change, ...moveDown(view, smart_list_id, next, exhausted, membersAmong(view, next, exhausted))];
}

/** In the order of their numbers; undefined if they are too many for one append. */
function exhaustedNow(
  view: WorkspaceView,
  smartListId: string,
  lowered: LoweredCap,
  inCall: InCall,
): readonly string[] | undefined {
  const calling = inCall(view, smartListId);
  const list = requireList(view, smartListId);
  const isDue = (row: MemberRow): boolean => isExhaustedBy(lowered, afterResets(row, list)) && !calling.has(row.number);
  const exhausted = activeMembersOfList(view, smartListId, LOOKED_THROUGH + 200).filter(isDue);
  return exhausted.length > SWEEP_CHUNK ? undefined : exhausted.map(({ contact_id }) => contact_id);
}
