import type { DomainEvent } from '#kernel';
import { TestWorkspace } from '#kernel/testing';
import { attempts, dispatched, type From, over } from '#members/testing';
import {
  added,
  ANN,
  AUTUMN,
  BOB,
  CALL,
  event,
  listDeleted,
  movedOff,
  past,
  projections,
  registered,
  removed,
  sold,
  SPRING,
} from '../../testing/past.js';
import { listDrains } from './list-drained.js';

/** Ann on the list of spring. */
const HERE: From = { list: SPRING, contact: ANN, number: past.length };
const set = (smart_list_id: string, changes: object): DomainEvent =>
  event('SmartListChanged', { smart_list_id, changes });
const completed = event('CallCompleted', {
  ...{ call_id: CALL, contact_id: ANN, smart_list_id: SPRING, member_number: HERE.number, by: 'wrap_up' },
});
const ended = (smart_list_id = SPRING, completed_members = 1): DomainEvent =>
  event('ListDrained', { smart_list_id, completed_members });

/** What follows from events after a history. */
function follows(history: readonly DomainEvent[], ...events: readonly DomainEvent[]): readonly DomainEvent[] {
  const workspace = new TestWorkspace(projections).append([...past, ...history]);
  const consequences = listDrains(workspace, events);
  workspace.append(events);
  return consequences();
}

const twoCalls = [added(SPRING), set(SPRING, { max_attempts_total: 2 }), ...attempts(1, HERE)];
/** Ann's last call is in its wrap-up time. */
const wrappingUp = [...twoCalls, sold, dispatched(CALL, HERE), ...over(CALL, HERE, 'answered', true)];

describe('a list is drained', () => {
  it('by the completion of the last call, not by its dispatch or its end', () => {
    expect(follows(twoCalls, dispatched(CALL, HERE))).toEqual([]);
    expect(follows([...twoCalls, sold, dispatched(CALL, HERE)], ...over(CALL, HERE, 'answered', true))).toEqual([]);
    expect(follows(wrappingUp, completed)).toEqual([ended()]);
    expect(follows([...twoCalls, dispatched(CALL, HERE)], ...over(CALL, HERE))).toEqual([ended()]);
    expect(follows([...twoCalls, dispatched(CALL, HERE)], ...over(CALL, HERE, 'not_placed'))).toEqual([]);
  });

  it('not by a completion while a member has attempts left, or another call from it is open', () => {
    expect(follows([...wrappingUp, added(SPRING, BOB)], completed)).toEqual([]);
    const bob: From = { list: SPRING, contact: BOB, number: past.length + wrappingUp.length };
    const calling = [
      ...wrappingUp,
      added(SPRING, BOB),
      dispatched('another', bob),
      set(SPRING, { max_attempts_total: 1 }),
    ];
    expect(follows(calling, completed)).toEqual([]);
    expect(follows([...wrappingUp, registered('2030-01-01T02:00:00.000Z', 'another', BOB)], completed)).toEqual([
      ended(),
    ]);
  });

  it('not while a member is reset, and anew once that one has used up its attempts again', () => {
    const reset = event('MembersReset', { smart_list_id: SPRING, contact_ids: [ANN] });
    expect(follows([...wrappingUp, reset], completed)).toEqual([]);
    const drained = [added(SPRING), set(SPRING, { max_attempts_total: 1 }), ...attempts(1, HERE)];
    expect(follows(drained, reset)).toEqual([]);
    expect(follows([...drained, reset, dispatched(CALL, HERE)], ...over(CALL, HERE))).toEqual([ended()]);
  });

  it('by the waterfall that takes its last member, and the next list is not', () => {
    const moved = [movedOff('moved_by_waterfall', SPRING, AUTUMN), added(AUTUMN)];
    expect(follows(wrappingUp, completed, ...moved)).toEqual([ended(SPRING, 0)]);
  });

  it('by the leaving of its last member that could be called', () => {
    const used = [added(SPRING), set(SPRING, { max_attempts_total: 1 }), ...attempts(1, HERE), added(SPRING, BOB)];
    const gone = event('MemberRemoved', {
      ...{ reason: 'removed_by_request', lists: [SPRING], contacts: [{ contact_id: BOB, lists: [0] }] },
    });
    expect(follows(used, gone)).toEqual([ended()]);
    expect(follows([...used, gone], removed('removed_by_request', SPRING))).toEqual([]);
    expect(follows([added(SPRING)], removed('removed_by_request', SPRING))).toEqual([ended(SPRING, 0)]);
  });

  it('by a lowered cap, anew after a raised one, and by no cap of 0', () => {
    const once = [added(SPRING), ...attempts(1, HERE)];
    const [one, two, none, zero] = [1, 2, null, 0].map((max_attempts_total) => set(SPRING, { max_attempts_total }));
    expect(follows(once, one!)).toEqual([ended()]);
    expect(follows([...once, one!], two!)).toEqual([]);
    expect(follows([...once, one!, two!], one!)).toEqual([ended()]);
    expect(follows([...once, two!], one!)).toEqual([ended()]);
    for (const other of [two, none, zero]) expect(follows(once, other!)).toEqual([]);
    expect(follows([...once, one!], set(SPRING, { name: 'Summer', max_attempts_per_day: 0 }))).toEqual([]);
  });

  it('not where it is deleted with its members, nor without a member at all', () => {
    expect(follows([added(SPRING)], listDeleted(SPRING), removed('list_deleted', SPRING))).toEqual([]);
    expect(follows([], set(SPRING, { max_attempts_total: 1 }))).toEqual([]);
  });

  it('by a write to several lists each, in their order', () => {
    const gone = event('MemberRemoved', {
      ...{ reason: 'contact_deleted', lists: [AUTUMN, SPRING], contacts: [{ contact_id: ANN, lists: [0, 1] }] },
    });
    const events = follows([added(SPRING), added(AUTUMN)], gone);
    expect(events).toEqual([ended(AUTUMN, 0), ended(SPRING, 0)]);
  });
});

it('members whom events that the rows lack moved behind the end of a read are found behind it', () => {
  const contacts = Array.from({ length: 9 }, (_, n) => `contact ${n}`);
  const here = (contact: string, n: number): From => ({ list: SPRING, contact, number: past.length + n });
  const workspace = new TestWorkspace(projections).append([...past, ...contacts.map((id) => added(SPRING, id))]);
  workspace.append(attempts(1, here(contacts[8]!, 8)));
  const calls = contacts.slice(0, 8).flatMap((id, n) => attempts(2, here(id, n)));
  const lowered = set(SPRING, { max_attempts_total: 2 });
  workspace.appendUnseen(calls);
  const notYet = listDrains(workspace, [lowered]);
  workspace.append([lowered]);
  // By the index all but one come before the one that has an attempt left.
  expect(notYet()).toEqual([]);
  const last = set(SPRING, { max_attempts_total: 1 });
  const drained = listDrains(workspace, [last]);
  workspace.append([last]);
  expect(drained()).toEqual([ended(SPRING, 9)]);
});
