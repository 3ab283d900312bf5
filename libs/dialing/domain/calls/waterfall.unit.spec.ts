import type { DomainEvent } from '#kernel';
import { type Given, TEST_WORKSPACE } from '#kernel/testing';
import { MEMBERS } from '#members/domain';
import { attempts, dispatched, type From, over } from '#members/testing';
import { outcomeCreated } from '#outcomes/testing';
import {
  action,
  added,
  ANN,
  AUTUMN,
  CALL,
  CALL_BACK,
  calls,
  contactDeleted,
  DELIVERY,
  event,
  later,
  listDeleted,
  past,
  registered,
  movedOff,
  removed,
  SOLD,
  sold,
  SPRING,
  toList,
  WINTER,
  madeFor,
} from '../../testing/past.js';
import { applyOutcome } from './apply-outcome.js';
import { endCall, expireCall } from './call-life.js';

/** Ann on the list of spring, whose members move to autumn when two attempts are used up. */
const HERE: From = { list: SPRING, contact: ANN, number: past.length };
const set = (smart_list_id: string, changes: object): DomainEvent =>
  event('SmartListChanged', { smart_list_id, changes });
const falling = [added(SPRING), set(SPRING, { max_attempts_total: 2, next_list_id: AUTUMN })];
/** Ann's last call is under way, after further events. */
const calling = (...events: readonly DomainEvent[]): Given =>
  calls(...falling, ...attempts(1, HERE), dispatched(CALL, HERE), ...events);
/** The same call, ended: it waits for a disposition. */
const waiting = (...events: readonly DomainEvent[]): Given =>
  calling(sold, ...over(CALL, HERE, 'answered', true), ...events);

const completed = (by: string): DomainEvent =>
  event('CallCompleted', {
    call_id: CALL,
    contact_id: ANN,
    smart_list_id: SPRING,
    member_number: HERE.number,
    by,
  });
const reset = event('MembersReset', { smart_list_id: SPRING, contact_ids: [ANN] });
const left = movedOff('moved_by_waterfall', SPRING, AUTUMN);
const arrived = event('MemberAdded', { smart_list_id: AUTUMN, contact_id: ANN, source: 'waterfall' });

/** The events of the end of the call, without the end itself. */
const afterEnd = (state: Given, result: Parameters<typeof endCall>[1] = 'busy'): readonly DomainEvent[] =>
  state.when(endCall(CALL, result)).events().slice(1);

describe('the call that used the last attempt', () => {
  it('moves the member in the append that completes it: end, disposition, wrap-up timeout, lost lease', () => {
    const moves = [left, arrived];
    expect(afterEnd(calling())).toEqual([completed('end'), ...moves]);
    const disposition = waiting().when(applyOutcome(CALL, SOLD, madeFor(DELIVERY)));
    expect(disposition.events().slice(1)).toEqual([completed('disposition'), ...moves]);
    const wrapUp = later(waiting(), 3_600).when(expireCall(CALL));
    wrapUp.thenEvents([completed('wrap_up'), ...moves]);
    const lost = later(calling(sold), 7_200).when(expireCall(CALL));
    expect(lost.events().slice(1)).toEqual([completed('end'), ...moves]);
    lost
      .thenRow(MEMBERS, [TEST_WORKSPACE, SPRING, ANN], { active: 0, removed_reason: 'moved_by_waterfall' })
      .thenRow(MEMBERS, [TEST_WORKSPACE, AUTUMN, ANN], { active: 1, source: 'waterfall', attempt_count: 0 });
  });

  it('of a member of the next list only ends the old membership', () => {
    expect(afterEnd(calling(added(AUTUMN)))).toEqual([completed('end'), left]);
    expect(afterEnd(calling(added(AUTUMN), removed('removed_by_request', AUTUMN)))).toContainEqual(arrived);
  });

  it('keeps a member whose attempts on the next list are used up as completed there', () => {
    const before = [set(AUTUMN, { max_attempts_total: 1, next_list_id: WINTER }), added(AUTUMN)];
    const number = past.length + falling.length + 3 + 1 + 1;
    const thence: From = { list: AUTUMN, contact: ANN, number };
    const used = [...attempts(1, thence), removed('removed_by_request', AUTUMN)];
    const state = calling(...before, ...used);
    expect(afterEnd(state)).toEqual([completed('end'), left, arrived]);
    state.when(endCall(CALL, 'busy')).thenRow(MEMBERS, [TEST_WORKSPACE, AUTUMN, ANN], { active: 1, attempt_count: 1 });
  });
});

describe('no member moves', () => {
  const stays = (state: Given): void => expect(afterEnd(state)).toEqual([completed('end')]);

  it('while attempts are left', () => {
    stays(calls(...falling, dispatched(CALL, HERE)));
  });

  it('if the list now has no cap, a cap of 0 or no next list', () => {
    for (const max_attempts_total of [null, 0, 3]) stays(calling(set(SPRING, { max_attempts_total })));
    stays(calling(set(SPRING, { next_list_id: null })));
    stays(calling(listDeleted(AUTUMN)));
  });

  it('whose attempts were reset in the call, or in the wrap-up time', () => {
    stays(calling(reset));
    expect(afterEnd(calling(reset), 'not_placed')).toEqual([completed('end')]);
    const disposition = waiting(reset).when(applyOutcome(CALL, SOLD, madeFor(DELIVERY)));
    expect(disposition.events().slice(1)).toEqual([completed('disposition')]);
    later(waiting(reset), 3_600)
      .when(expireCall(CALL))
      .thenEvents([completed('wrap_up')]);
  });

  it('from a list that is deleted, or for a contact that is', () => {
    stays(calling(listDeleted(SPRING)));
    stays(calling(removed('contact_deleted', SPRING), contactDeleted));
  });

  it('whose membership is another than the one it was dialed from', () => {
    stays(calling(removed('removed_by_request', SPRING)));
    stays(calling(removed('removed_by_request', SPRING), added(SPRING)));
  });

  it('for a call that was not placed, unless the cap is still reached', () => {
    expect(afterEnd(calling(), 'not_placed')).toEqual([completed('end')]);
    expect(afterEnd(calling(set(SPRING, { max_attempts_total: 1 })), 'not_placed')).toEqual([
      completed('end'),
      left,
      arrived,
    ]);
  });

  it('for a registered call', () => {
    const [call_id, number] = ['018f3a00-0000-7000-8000-00000000e009', past.length];
    const state = calls(
      ...falling,
      ...attempts(2, { ...HERE, number }),
      registered('2031-01-01T00:00:00.000Z', call_id),
    );
    state.when(endCall(call_id, 'busy')).thenTypes('CallEnded', 'CallCompleted');
  });

  it('only because of a daily cap of 0: it has no effect here', () => {
    expect(afterEnd(calling(set(SPRING, { max_attempts_per_day: 0 })))).toContainEqual(arrived);
  });
});

describe('the disposition that completes the call', () => {
  const applying = (outcome: object, ...events: readonly DomainEvent[]): readonly DomainEvent[] =>
    waiting(...events, outcomeCreated(CALL_BACK, outcome))
      .when(applyOutcome(CALL, CALL_BACK, madeFor(DELIVERY)))
      .events()
      .slice(1);

  it('takes precedence if it removes the member from the list', () => {
    expect(applying(toList(WINTER))).toEqual([
      added_by_outcome(WINTER),
      movedOff('moved_by_outcome', SPRING, WINTER),
      completed('disposition'),
    ]);
    expect(applying({ destination_type: 'remove_from_all' })).toEqual([
      removed('removed_by_outcome', SPRING),
      completed('disposition'),
    ]);
  });

  it('leaves the member to the waterfall if its destination is the same list', () => {
    expect(applying(toList(SPRING))).toEqual([completed('disposition'), left, arrived]);
  });

  it('adds the contact to the list again, if the membership it was dialed from had ended', () => {
    expect(applying(toList(SPRING), removed('removed_by_request', SPRING))).toEqual([
      added_by_outcome(SPRING),
      completed('disposition'),
    ]);
  });

  it('takes effect before the waterfall reads the members of the next list', () => {
    const selected = { destination_type: 'remove_from_selected', smart_list_ids: [AUTUMN] };
    expect(applying(selected, added(AUTUMN))).toEqual([
      removed('removed_by_outcome', AUTUMN),
      completed('disposition'),
      left,
      arrived,
    ]);
  });
});

it('an action during the call may have brought the member to the next list', () => {
  const state = calling(action(CALL_BACK, { destination_type: 'none', destination_id: null }), added(AUTUMN));
  const acted = state.when(applyOutcome(CALL, CALL_BACK, madeFor(DELIVERY))).and();
  expect(afterEnd(acted)).toEqual([completed('end'), left]);
});

function added_by_outcome(smart_list_id: string): DomainEvent {
  return event('MemberAdded', { smart_list_id, contact_id: ANN, source: 'outcome' });
}

describe('the completion of a call', () => {
  /** Ann's nth attempt from the list ends, whose cap is 2 unless these events change it. */
  const attempt = (
    attempt_number: number,
    result: Parameters<typeof endCall>[1],
    ...events: readonly DomainEvent[]
  ) => {
    const { data } = dispatched(CALL, HERE);
    const before = [...falling, ...attempts(attempt_number - 1, HERE)];
    const state = calls(...before, event('CallDispatched', { ...data, attempt_number }), ...events);
    return afterEnd(state, result)[0];
  };
  const last = event('CallCompleted', { ...completed('end').data, exhausted: true });

  it('tells the last attempt of the contact from the list, with or without a next list', () => {
    expect(attempt(2, 'busy')).toEqual(last);
    expect(attempt(2, 'busy', set(SPRING, { next_list_id: null }))).toEqual(last);
    expect(attempt(1, 'busy', set(SPRING, { max_attempts_total: 1 }))).toEqual(last);
  });

  it('tells nothing while attempts are left, of one that is given back, and of a list without a cap or that is gone', () => {
    expect(attempt(1, 'busy')).toEqual(completed('end'));
    expect(attempt(2, 'not_placed')).toEqual(completed('end'));
    for (const result of ['busy', 'not_placed'] as const) {
      expect(attempt(2, result, reset)).toEqual(completed('end'));
      expect(attempt(2, result, reset, set(SPRING, { max_attempts_total: 1 }))).toEqual(completed('end'));
    }
    for (const max_attempts_total of [null, 0])
      expect(attempt(2, 'busy', set(SPRING, { max_attempts_total }))).toEqual(completed('end'));
    expect(attempt(2, 'busy', listDeleted(SPRING))).toEqual(completed('end'));
  });
});
