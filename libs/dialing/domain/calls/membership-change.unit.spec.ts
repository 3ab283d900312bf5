import type { DomainEvent } from '#kernel';
import {
  added,
  ANN,
  AUTUMN,
  calls,
  contactDeleted,
  event,
  listDeleted,
  movedOff,
  removed,
  SPRING,
  toList,
  WINTER,
} from '../../testing/past.js';
import { membershipChange } from './membership-change.js';

const NOWHERE = { destination_type: 'none', destination_id: null, smart_list_ids: null };
const moved = (smart_list_id: string): DomainEvent =>
  event('MemberAdded', { smart_list_id, contact_id: ANN, source: 'outcome' });

describe('the memberships', () => {
  /** The events when Ann's call, dialed from a list or from none, gets an outcome of this destination. */
  const change = (past: readonly DomainEvent[], destination: object, smart_list_id: string | null = null) =>
    membershipChange(calls(...past).workspace, { contact_id: ANN, smart_list_id }, {
      ...NOWHERE,
      ...destination,
    } as never);
  const selected = (...smart_list_ids: readonly string[]) => ({
    destination_type: 'remove_from_selected',
    smart_list_ids,
  });

  it('of an outcome without a destination stay', () => {
    expect(change([added(SPRING)], {}, SPRING)).toEqual([]);
  });

  it('of an outcome to a list: added there, and removed from the list the call was dialed from', () => {
    expect(change([added(SPRING), added(AUTUMN)], toList(WINTER), SPRING)).toEqual([
      moved(WINTER),
      movedOff('moved_by_outcome', SPRING, WINTER),
    ]);
    expect(change([added(AUTUMN)], toList(WINTER))).toEqual([moved(WINTER)]);
  });

  it('of an outcome to a list that the contact is on: only the other membership ends', () => {
    const both = [added(SPRING), added(WINTER)];
    expect(change(both, toList(WINTER), SPRING)).toEqual([movedOff('moved_by_outcome', SPRING, WINTER)]);
    expect(change(both, toList(WINTER))).toEqual([]);
    expect(change(both, toList(SPRING), SPRING)).toEqual([]);
  });

  it('of an outcome to the list the call was dialed from, which the contact is not on any more: added again', () => {
    const left = [added(SPRING), removed('removed_by_request', SPRING)];
    expect(change(left, toList(SPRING), SPRING)).toEqual([moved(SPRING)]);
    expect(change(left, toList(WINTER), SPRING)).toEqual([moved(WINTER)]);
  });

  it('on a list deleted since the call was dialed from it have ended already', () => {
    expect(change([added(SPRING), listDeleted(SPRING)], toList(WINTER), SPRING)).toEqual([moved(WINTER)]);
  });

  it('of an outcome that removes end on all active lists, or on the selected ones', () => {
    const past = [added(SPRING), added(AUTUMN), added(WINTER), listDeleted(WINTER)];
    expect(change(past, { destination_type: 'remove_from_all' })).toEqual([
      removed('removed_by_outcome', SPRING, AUTUMN),
    ]);
    expect(change(past, selected(AUTUMN, SPRING))).toEqual([removed('removed_by_outcome', AUTUMN, SPRING)]);
    expect(change([added(SPRING)], selected(AUTUMN, SPRING))).toEqual([removed('removed_by_outcome', SPRING)]);
    expect(change([], selected(AUTUMN))).toEqual([]);
    expect(change([], { destination_type: 'remove_from_all' })).toEqual([]);
  });

  it('of a contact deleted meanwhile do not change', () => {
    for (const destination of [toList(SPRING), selected(SPRING), { destination_type: 'remove_from_all' }]) {
      expect(change([added(SPRING), contactDeleted], destination)).toEqual([]);
    }
  });
});
