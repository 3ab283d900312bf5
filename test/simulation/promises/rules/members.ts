import { attemptCount } from '../model/eligibility.js';
import type { EventOf, ModelEvent } from '../model/events.js';
import {
  exhaustedBy,
  isCalled,
  leaves,
  loweredCap,
  type Move,
  movesOf,
  movesOfCompletion,
  movesOfExhausted,
  movesOfOutcome,
} from '../model/moves.js';
import type { WorkspaceModel } from '../model/workspace-model.js';
import { broken, different, type Rule, type Write } from './rule.js';

/**
 * Memberships that one append may end or move; more are left to a sweep (docs/reference/consistency.md#long-sweeps).
 */
const SWEEP_CHUNK = 500;
/**
 * Members of a list that are looked through for those whom a lowered cap exhausts; a longer list is left to a sweep.
 */
const LOOKED_THROUGH = 2_000;

/** A membership begins where there is a contact, a list and none yet, and ends once. */
export const membershipsBeginAndEndOnce: Rule = (before, event) => {
  if (event.type === 'MemberAdded') {
    const { smart_list_id, contact_id } = event.data;
    return [
      ...broken(!before.list(smart_list_id), event, () => `list ${smart_list_id} does not exist`),
      ...broken(!before.contact(contact_id), event, () => `contact ${contact_id} does not exist`),
      ...broken(
        before.isMember(smart_list_id, contact_id),
        event,
        () => `${contact_id} is on ${smart_list_id} already`,
      ),
    ];
  }
  if (event.type !== 'MemberRemoved') return [];
  const { lists, contacts } = event.data;
  return contacts.flatMap(({ contact_id, lists: places }) =>
    places.flatMap((place) =>
      broken(!before.isMember(lists[place]!, contact_id), event, () => `${contact_id} is not on ${lists[place]}`),
    ),
  );
};

/** A reset is of active members of a list that exists, each once, who have attempts that count. */
export const resetsAreOfAttempts: Rule = (before, event) => {
  if (event.type !== 'MembersReset') return [];
  const { smart_list_id: listId, contact_ids: ids } = event.data;
  const others = ids.filter((id) => !before.isMember(listId, id));
  const uncounted = ids.filter((id) => attemptCount(before, id, listId) === 0);
  return [
    ...broken(!before.list(listId), event, () => `list ${listId} does not exist`),
    ...broken(ids.length === 0 || new Set(ids).size < ids.length, event, () => `it resets [${ids.join()}]`),
    ...broken(others.length > 0, event, () => `${others.join()} is not on ${listId}`),
    ...broken(uncounted.length > 0, event, () => `${uncounted.join()} has no attempts on ${listId}`),
  ];
};

/**
 * A reset of a whole list stands alone, and is of somebody: it has members, and attempts are limited where it is of the
 * completed ones.
 */
export const resetsOfListsAreOfSomebody: Rule = (before, event, write) => {
  if (event.type !== 'SmartListReset') return [];
  const { smart_list_id: id, completed_only } = event.data;
  const isOfNobody =
    before.membersOf(id).length === 0 || (completed_only && !before.list(id)?.settings.max_attempts_total);
  return [
    ...broken(isOfNobody, event, () => 'it is of nobody'),
    ...broken(write.events.length > 1, event, () => 'something else stands in its append'),
  ];
};

/**
 * What an outcome, a completion, a deletion or a lowered cap does to memberships stands in the same append: all of it,
 * and no more.
 */
export const movesFollowTheirCause: Rule = (before, event, write) => {
  switch (event.type) {
    case 'OutcomeApplied':
      return compare(event, write, movesOfOutcome(before, event));
    case 'CallCompleted':
      return compare(event, write, movesOfCompletion(before, event.data.call_id));
    case 'ContactDeleted':
      return ofDeletedContacts(before, event, write);
    case 'SmartListDeleted':
      return ofDeletedList(before, event, write);
    case 'SmartListChanged':
      return write.events[0] === event ? ofLoweredCap(before, event, write) : [];
    default:
      return [];
  }
};

/** The moves behind an event up to the next one that is about something else. */
function movesBehind({ events }: Write, event: ModelEvent): readonly Move[] {
  const behind = events.slice(events.indexOf(event) + 1);
  const end = behind.findIndex(({ type }) => type !== 'MemberAdded' && type !== 'MemberRemoved');
  return (end < 0 ? behind : behind.slice(0, end)).flatMap(movesOf);
}

/** Compared in any order: that of members is the order of their numbers, which the replay compares by dispatches. */
function compare(event: ModelEvent, write: Write, expected: readonly Move[]): readonly string[] {
  return different(event, 'what follows', [...movesBehind(write, event)].sort(), [...expected].sort());
}

/** The memberships of all contacts that a write deletes end behind the last deletion. */
function ofDeletedContacts(before: WorkspaceModel, event: EventOf<'ContactDeleted'>, write: Write): readonly string[] {
  const deleted = write.events.filter((each) => each.type === 'ContactDeleted');
  if (event !== deleted.at(-1)) return [];
  const ended = deleted.flatMap(({ data: { contact_id } }) =>
    before.membershipsOf(contact_id).flatMap(({ listId }) => {
      return before.list(listId) ? [leaves(listId, contact_id, 'contact_deleted')] : [];
    }),
  );
  return compare(event, write, ended);
}

function ofDeletedList(before: WorkspaceModel, event: EventOf<'SmartListDeleted'>, write: Write): readonly string[] {
  const { smart_list_id: id, members_left } = event.data;
  const members = before.membersOf(id);
  const left = members.length > SWEEP_CHUNK ? members.length : 0;
  const ended = left > 0 ? [] : members.map(({ contactId }) => leaves(id, contactId, 'list_deleted'));
  const cleared = write.events.flatMap((each) => (each.type === 'SmartListChanged' ? [each.data] : []));
  const leading = before.liveLists().filter(({ settings }) => settings.next_list_id === id);
  const expected = leading.map((list) => ({ smart_list_id: list.id, changes: { next_list_id: null } }));
  return [
    ...different(event, 'members_left', members_left, left),
    ...different(event, 'the waterfalls that are cleared', cleared, expected),
    ...different(event, 'the memberships that end', write.events.flatMap(movesOf).sort(), ended.sort()),
  ];
}

function ofLoweredCap(before: WorkspaceModel, event: EventOf<'SmartListChanged'>, write: Write): readonly string[] {
  const { smart_list_id: id, exhausts } = event.data;
  const list = before.list(id);
  const lowered = list && loweredCap(list, event);
  const members = before.membersOf(id);
  const exhausted = lowered ? exhaustedBy(before, members, lowered).filter((each) => !isCalled(before, each)) : [];
  const isSweep = members.length > LOOKED_THROUGH || exhausted.length > SWEEP_CHUNK;
  if (!lowered || members.length === 0 || !isSweep) {
    const moves = lowered ? movesOfExhausted(before, list, exhausted, lowered.next_list_id) : [];
    return [...different(event, 'exhausts', exhausts ?? null, null), ...compare(event, write, moves)];
  }
  const cause = `${id}/${list.version + 1}`;
  const expected = { cause, cap: lowered.cap, old_cap: lowered.old_cap, next_list_id: lowered.next_list_id };
  return [...different(event, 'exhausts', exhausts ?? null, expected), ...compare(event, write, [])];
}

/** A sweep goes forward, ends or moves only those of its cause, and says once that it is done. */
export const sweepsGoForward: Rule = (before, event, write) => {
  if (event.type !== 'SweepAdvanced') return [];
  const { cause, smart_list_id: id, up_to_number } = event.data;
  const sweep = before.sweeps.get(cause);
  if (!sweep) return broken(true, event, () => `nothing began the sweep ${cause}`);
  const ended = write.events.flatMap((each) => (each.type === 'MemberRemoved' ? each.data.contacts : []));
  const others = write.events.some((each) => each.type === 'MemberRemoved' && each.data.lists.join() !== id);
  return [
    ...broken(sweep.done, event, () => `the sweep ${cause} was done before`),
    ...different(event, 'the list', id, sweep.listId),
    ...broken(up_to_number < sweep.upTo, event, () => `the sweep ${cause} has been up to ${sweep.upTo}`),
    ...broken(ended.length > SWEEP_CHUNK, event, () => `the chunk ends ${ended.length} memberships`),
    ...broken(others, event, () => `the chunk ends memberships of another list than ${id}`),
  ];
};

/**
 * A chunk of a lowered cap moves only members who were there when it was lowered, are exhausted by it and in no call.
 */
export const sweepsMoveOnlyTheExhausted: Rule = (before, event, write) => {
  if (event.type !== 'MemberRemoved' || write.by !== 'system sweep') return [];
  const advanced = write.events.find((each) => each.type === 'SweepAdvanced');
  const sweep = advanced && before.sweeps.get(advanced.data.cause);
  if (!sweep) return broken(true, event, () => 'no sweep stands in this append');
  const { lowered, listId, since } = sweep;
  const list = before.lists.get(listId)!;
  if (!lowered) return broken(list.live, event, () => `list ${listId} exists`);
  const members = event.data.contacts.map(({ contact_id }) => before.membership(listId, contact_id)!);
  const expected = exhaustedBy(before, members, lowered).filter(
    (each) => each.number < since && !isCalled(before, each),
  );
  const added = write.events.flatMap((each) => (each.type === 'MemberAdded' ? movesOf(each) : []));
  return [
    ...broken(list.capRaised > since, event, () => `the cap of list ${listId} was raised @${list.capRaised}`),
    ...different(event, 'the members', members.map(numberOf), expected.map(numberOf)),
    ...different(
      event,
      'the moves',
      [...movesOf(event), ...added].sort(),
      [...movesOfExhausted(before, list, members, lowered.next_list_id)].sort(),
    ),
  ];
};

const numberOf = ({ number }: { readonly number: number }): number => number;
