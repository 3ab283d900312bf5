import { attemptCount } from './eligibility.js';
import type { EventOf, Exhausts, ModelEvent } from './events.js';
import { isOpen, type List, type Membership } from './state.js';
import type { WorkspaceModel } from './workspace-model.js';

/** The beginning or the end of a membership, as one text: promises compare those that happened with those expected. */
export type Move = string;

export const leaves = (listId: string, contactId: string, reason: string): Move =>
  `${contactId} leaves ${listId} (${reason})`;
export const joins = (listId: string, contactId: string, source: string): Move =>
  `${contactId} joins ${listId} (${source})`;

/** The moves that an event tells; none, where it is about something else. */
export function movesOf(event: ModelEvent): readonly Move[] {
  if (event.type === 'MemberAdded') return [joins(event.data.smart_list_id, event.data.contact_id, event.data.source)];
  if (event.type !== 'MemberRemoved') return [];
  const { lists, contacts, reason } = event.data;
  return contacts.flatMap((each) => each.lists.map((place) => leaves(lists[place]!, each.contact_id, reason)));
}

/** What the completion of a call does to its member (docs/reference/dialing-rules.md#the-waterfall). */
export function movesOfCompletion(model: WorkspaceModel, callId: string): readonly Move[] {
  const party = model.calls.get(callId)?.party;
  const list = model.list(party?.smart_list_id ?? null);
  if (!party || !list) return [];
  const membership = model.membership(list.id, party.contact_id);
  if (membership?.removed !== null || membership.number !== party.member_number) return [];
  const cap = list.settings.max_attempts_total;
  const attempts = attemptCount(model, party.contact_id, list.id);
  return cap === null || cap === 0 || attempts < cap ? [] : movesDown(model, list, party.contact_id);
}

/** Off the list and onto the next one, unless the contact is there; nothing where there is no next one. */
function movesDown(model: WorkspaceModel, list: List, contactId: string, next = list.settings.next_list_id): Move[] {
  if (next === null || !model.list(next)) return [];
  const left = leaves(list.id, contactId, 'moved_by_waterfall');
  return model.isMember(next, contactId) ? [left] : [left, joins(next, contactId, 'waterfall')];
}

/** What an applied outcome does to memberships (docs/reference/http-contract.md#applying-an-outcome). */
export function movesOfOutcome(model: WorkspaceModel, { data }: EventOf<'OutcomeApplied'>): readonly Move[] {
  const { contact_id: contactId, smart_list_id: from, outcome } = data;
  if (!model.contact(contactId)) return [];
  const ending = (ids: readonly string[]) =>
    ids
      .filter((id) => model.list(id) && model.isMember(id, contactId))
      .map((id) => leaves(id, contactId, 'removed_by_outcome'));
  switch (outcome.destination_type) {
    case 'none':
      return [];
    case 'remove_from_all':
      return ending(model.membershipsOf(contactId).map(({ listId }) => listId));
    case 'remove_from_selected':
      return ending(outcome.smart_list_ids ?? []);
    case 'smart_list': {
      const to = outcome.destination_id!;
      if (!model.list(to)) return [];
      const leavesSource = from !== null && from !== to && model.list(from) && model.isMember(from, contactId);
      return [
        ...(model.isMember(to, contactId) ? [] : [joins(to, contactId, 'outcome')]),
        ...(leavesSource ? [leaves(from, contactId, 'moved_by_outcome')] : []),
      ];
    }
    default:
      return outcome.destination_type satisfies never;
  }
}

/**
 * What a change of settings does at once: `max_attempts_total` was lowered, and the list has a next one that is active.
 */
export function loweredCap(list: List, { data }: EventOf<'SmartListChanged'>): Omit<Exhausts, 'cause'> | undefined {
  const { max_attempts_total: cap, next_list_id = list.settings.next_list_id } = data.changes;
  const old_cap = list.settings.max_attempts_total;
  const lowers = typeof cap === 'number' && cap > 0 && (old_cap === null || cap < old_cap);
  return lowers && next_list_id !== null ? { cap, old_cap, next_list_id } : undefined;
}

/** Members whom a lowered cap exhausts: they reach the new cap and had not reached the old one. */
export function exhaustedBy(
  model: WorkspaceModel,
  members: readonly Membership[],
  { cap, old_cap }: Pick<Exhausts, 'cap' | 'old_cap'>,
): readonly Membership[] {
  return members.filter(({ listId, contactId }) => {
    const attempts = attemptCount(model, contactId, listId);
    return attempts >= cap && (old_cap === null || attempts < old_cap);
  });
}

/** Whether a call that was dialed from this very membership is open. */
export function isCalled(model: WorkspaceModel, { listId, contactId, number }: Membership): boolean {
  return model.dispatchesOf(contactId, listId).some((call) => call.party.member_number === number && isOpen(call));
}

/** Where members go whom a lowered cap exhausts, in their order. */
export function movesOfExhausted(
  model: WorkspaceModel,
  list: List,
  members: readonly Membership[],
  nextListId: string,
): readonly Move[] {
  return members.flatMap(({ contactId }) => movesDown(model, list, contactId, nextListId));
}
