import { keyText, type WorkspaceView } from '#kernel';
import { activeList } from '#smart-lists/domain';
import { MEMBER_COUNTS } from './member-counts.js';
import { MEMBERS, type MemberRemoved, type MemberRow, type RemovedReason } from './member.js';

/** Memberships that one append ends at most where a list is deleted (consistency.md, Long sweeps). */
export const SWEEP_CHUNK = 500;

/** One contact and the lists it leaves. */
export interface Leaver {
  readonly contactId: string;
  readonly listIds: readonly string[];
}

/** The one event of a removal; undefined if nobody leaves anything. */
export function memberRemoved(reason: RemovedReason, leavers: readonly Leaver[]): MemberRemoved | undefined {
  const places = new Map<string, number>();
  const place = (listId: string): number => {
    const known = places.get(listId) ?? places.size;
    places.set(listId, known);
    return known;
  };
  const contacts = leavers
    .filter(({ listIds }) => listIds.length > 0)
    .map(({ contactId, listIds }) => ({ contact_id: contactId, lists: listIds.map(place) }));
  if (contacts.length === 0) return undefined;
  return { type: 'MemberRemoved', data: { reason, lists: [...places.keys()], contacts } };
}

/** The active lists that contacts are active members of, in the order of the contacts. One interruption, whatever their number. */
export function listsOf(view: WorkspaceView, contactIds: readonly string[]): readonly Leaver[] {
  const { workspaceId } = view;
  const limit = 1_000;
  const prefixes = contactIds.map((id) => [workspaceId, id, 1]);
  return view.scanMany(MEMBERS, 'by_contact', prefixes, { limit }).map((first, index) => {
    const rows: MemberRow[] = [...first.rows];
    // Rows of deleted lists whose sweep is still under way can make it more than the lists a workspace may have.
    for (let next = first.next; next;) {
      const more = view.scan(MEMBERS, 'by_contact', prefixes[index]!, { after: next, limit });
      rows.push(...more.rows);
      next = more.next;
    }
    const listIds = rows.map(({ smart_list_id }) => smart_list_id).filter((id) => activeList(view, id));
    return { contactId: contactIds[index]!, listIds };
  });
}

/** The end of all memberships of a contact that is deleted in the same append; undefined if it has none. */
export function endMembershipsOfContact(view: WorkspaceView, contactId: string): MemberRemoved | undefined {
  return memberRemoved('contact_deleted', listsOf(view, [contactId]));
}

/** Active members of an active list. */
export function memberCount(view: WorkspaceView, smartListId: string): number {
  return view.settings(MEMBER_COUNTS).get(keyText([view.workspaceId, smartListId]))?.active_members ?? 0;
}

/**
 * The end of the memberships of a list that is deleted in the same append: all of them if they are at most
 * {@link SWEEP_CHUNK}, else none, and `left` says how many a sweep has to end.
 */
export function endMembershipsOfList(
  view: WorkspaceView,
  smartListId: string,
): { readonly event: MemberRemoved | undefined; readonly left: number } {
  const left = memberCount(view, smartListId);
  if (left === 0 || left > SWEEP_CHUNK) return { event: undefined, left };
  const prefix = [view.workspaceId, smartListId, 1];
  const { rows } = view.scan(MEMBERS, 'by_number', prefix, { limit: SWEEP_CHUNK });
  const leavers = rows.map(({ contact_id }) => ({ contactId: contact_id, listIds: [smartListId] }));
  return { event: memberRemoved('list_deleted', leavers), left: 0 };
}
