import type { WorkspaceView } from '#kernel';
import { liveContact } from '#contacts/domain';
import { listsOf, type MemberAdded, memberRemoved, type MemberRemoved, MEMBERS } from '#members/domain';
import type { Destination } from '#outcomes/domain';
import { activeList } from '#smart-lists/domain';
import type { CallRow } from './call.js';

type MembershipEvent = MemberAdded | MemberRemoved;

/**
 * The effect of an applied outcome on the memberships of the contact of a call
 * (docs/reference/http-contract.md#applying-an-outcome): none for a contact that was deleted meanwhile.
 * @param destination as it is in effect now: its lists are active
 */
export function membershipChange(
  view: WorkspaceView,
  call: Pick<CallRow, 'contact_id' | 'smart_list_id'>,
  destination: Destination,
): readonly MembershipEvent[] {
  const { contact_id: contactId } = call;
  const { destination_type, destination_id, smart_list_ids } = destination;
  if (destination_type === 'none' || !liveContact(view, contactId)) return [];
  switch (destination_type) {
    case 'smart_list':
      return moveToDestination(view, contactId, call.smart_list_id, destination_id!);
    case 'do_not_call':
      return [];
    case 'remove_from_all':
      return takeOff(view, contactId, listsOf(view, [contactId])[0]!.listIds);
    case 'remove_from_selected':
      return takeOff(view, contactId, membershipsAmong(view, contactId, smart_list_ids!));
    default:
      return destination_type satisfies never;
  }
}

/**
 * Adds the contact to the destination unless it is on it already, and takes it off the list it was dialed from unless
 * that is the destination.
 */
function moveToDestination(
  view: WorkspaceView,
  contactId: string,
  from: string | null,
  to: string,
): readonly MembershipEvent[] {
  const source = from === null || from === to || !activeList(view, from) ? [] : [from];
  const memberships = new Set(membershipsAmong(view, contactId, [to, ...source]));
  const added: MemberAdded = {
    type: 'MemberAdded',
    data: { smart_list_id: to, contact_id: contactId, source: 'outcome' },
  };
  const leaving = { contactId, listIds: source.filter((id) => memberships.has(id)) };
  const left = memberRemoved(view, 'moved_by_outcome', [leaving], to);
  return [...(memberships.has(to) ? [] : [added]), ...(left ? [left] : [])];
}

function takeOff(view: WorkspaceView, contactId: string, listIds: readonly string[]): readonly MembershipEvent[] {
  const removed = memberRemoved(view, 'removed_by_outcome', [{ contactId, listIds }]);
  return removed ? [removed] : [];
}

/** The lists among these active ones that a contact is on. */
function membershipsAmong(view: WorkspaceView, contactId: string, listIds: readonly string[]): readonly string[] {
  const rows = view.rows(
    MEMBERS,
    listIds.map((id) => [view.workspaceId, id, contactId]),
  );
  return listIds.filter((_id, index) => rows[index]?.active === 1);
}
