import { type IndexValue, keyText, type WorkspaceView } from '#kernel';
import { activeList, SMART_LISTS } from '#smart-lists/domain';
import { MEMBER_COUNTS } from './member-counts.js';
import type { MemberRemoved, RemovedReason } from './member-events.js';
import { MEMBERS, type MemberRow } from './member.js';

/**
 * Largest number of memberships that one append ends where a list is deleted
 * (docs/reference/consistency.md#long-sweeps).
 */
export const SWEEP_CHUNK = 500;

/**
 * Rows of one read: more than the 1,000 lists that a workspace may have, and than the members of a short list. A full
 * read makes the decision ask for the next one, and each such interruption runs it again: with 100 contacts on 1,000
 * lists each, a hundred times.
 */
const PAGE = 1_100;

/** The index of the list in the key of a membership. */
const LIST_OF_KEY = MEMBERS.key.indexOf('smart_list_id');

/** A contact and the lists it leaves. */
export interface Leaver {
  readonly contactId: string;
  readonly listIds: readonly string[];
}

/**
 * The one event of a removal; undefined if no contact leaves any list.
 * @param to the list that they move to; undefined: they move to none
 */
export function memberRemoved(
  view: WorkspaceView,
  reason: RemovedReason,
  leavers: readonly Leaver[],
  to?: string,
): MemberRemoved | undefined {
  const indexes = new Map<string, number>();
  const indexOf = (listId: string): number => {
    const known = indexes.get(listId) ?? indexes.size;
    indexes.set(listId, known);
    return known;
  };
  const contacts = leavers
    .filter(({ listIds }) => listIds.length > 0)
    .map(({ contactId, listIds }) => ({ contact_id: contactId, lists: listIds.map(indexOf) }));
  if (contacts.length === 0) return undefined;
  const moved = to === undefined ? {} : { to_list_id: to };
  const lists = [...indexes.keys()];
  const resets = lists.flatMap((id, list) => (activeList(view, id)?.resets ?? []).map((reset) => ({ list, ...reset })));
  return {
    type: 'MemberRemoved',
    data: { reason, lists, contacts, ...moved, ...(resets.length > 0 && { resets }) },
  };
}

/**
 * The active lists of which contacts are active members, in the order of the contacts. One interruption, whatever their
 * number.
 */
export function listsOf(view: WorkspaceView, contactIds: readonly string[]): readonly Leaver[] {
  const { workspaceId } = view;
  const prefixes = contactIds.map((id) => [workspaceId, id, 1]);
  // Looked up to 100,000 times, so by id alone.
  const active = new Set([...view.resident(SMART_LISTS).values()].map(({ smart_list_id }) => smart_list_id));
  return view.scanKeys(MEMBERS, 'by_contact', prefixes, { limit: PAGE }).map((first, index) => {
    const keys = [...first.keys];
    // With the rows of deleted lists whose sweep is still under way, there can be more than the lists that a workspace
    // may have.
    for (let { next } = first; next;) {
      const [more] = view.scanKeys(MEMBERS, 'by_contact', [prefixes[index]!], { after: next, limit: PAGE });
      keys.push(...more!.keys);
      next = more!.next;
    }
    const listIds = keys.map((key) => key[LIST_OF_KEY]!).filter((id) => active.has(id));
    return { contactId: contactIds[index]!, listIds };
  });
}

/** The end of all memberships of a contact that is deleted in the same append; undefined if it has none. */
export function endMembershipsOfContact(view: WorkspaceView, contactId: string): MemberRemoved | undefined {
  return endMembershipsOfContacts(view, [contactId]);
}

/** The end of all memberships of contacts that are deleted in the same append; undefined if they have none. */
export function endMembershipsOfContacts(
  view: WorkspaceView,
  contactIds: readonly string[],
): MemberRemoved | undefined {
  return contactIds.length === 0 ? undefined : memberRemoved(view, 'contact_deleted', listsOf(view, contactIds));
}

/** Active members of an active list. */
export function memberCount(view: WorkspaceView, smartListId: string): number {
  return view.resident(MEMBER_COUNTS).get(keyText([view.workspaceId, smartListId]))?.active_members ?? 0;
}

/**
 * The active members of a list in the order of their numbers, `limit` at a time: one more than the list has saves a
 * read.
 */
export function activeMembersOfList(view: WorkspaceView, smartListId: string, limit: number): readonly MemberRow[] {
  const prefix = [view.workspaceId, smartListId, 1];
  const rows: MemberRow[] = [];
  let after: readonly IndexValue[] | undefined;
  do {
    // A scan may end early: only a missing `next` means the end.
    const page = view.scan(MEMBERS, 'by_number', prefix, { ...(after && { after }), limit });
    rows.push(...page.rows);
    after = page.next;
  } while (after);
  return rows;
}

/**
 * The end of the memberships of a list that is deleted in the same append: all of them if they are at most
 * {@link SWEEP_CHUNK}, else none, and `left` is the number that a sweep has to end.
 */
export function endMembershipsOfList(
  view: WorkspaceView,
  smartListId: string,
): { readonly event: MemberRemoved | undefined; readonly left: number } {
  const left = memberCount(view, smartListId);
  if (left === 0 || left > SWEEP_CHUNK) return { event: undefined, left };
  const leavers = activeMembersOfList(view, smartListId, PAGE).map(({ contact_id }) => ({
    contactId: contact_id,
    listIds: [smartListId],
  }));
  return { event: memberRemoved(view, 'list_deleted', leavers), left: 0 };
}
