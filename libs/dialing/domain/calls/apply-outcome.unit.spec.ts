import type { DomainEvent } from '#kernel';
import { TEST_WORKSPACE } from '#kernel/testing';
import { outcomeCreated } from '#outcomes/testing';
import {
  action,
  added,
  ANN,
  AUTUMN,
  CALL,
  CALL_BACK,
  calls,
  completed,
  contactDeleted,
  DELIVERY,
  event,
  givenCall,
  HOOK,
  INFORM,
  listDeleted,
  PHONE,
  SOLD,
  sold,
  SPRING,
  toList,
  waiting,
  WINTER,
  madeFor,
} from '../../testing/past.js';
import { applyOutcome } from './apply-outcome.js';
import { NO_DETAILS } from './call-details.js';
import { endCall, expireCall } from './call-life.js';

const apply = (outcomeId: string) => applyOutcome(CALL, outcomeId, madeFor(DELIVERY));
const NOWHERE = { destination_type: 'none', destination_id: null, destination_name: null, smart_list_ids: null };
const applied = (snapshot: object, sequence = 1): DomainEvent =>
  event('OutcomeApplied', {
    call_id: CALL,
    contact_id: ANN,
    smart_list_id: null,
    member_number: null,
    sequence,
    outcome: expect.objectContaining(snapshot) as object,
  });
const moved = (smart_list_id: string): DomainEvent =>
  event('MemberAdded', { smart_list_id, contact_id: ANN, source: 'outcome' });

describe('an action', () => {
  it('is recorded, moves the contact, and requests its webhook', () => {
    const state = givenCall(action(INFORM, toList(SPRING)));
    const { now } = state.workspace;
    const then = state.when(apply(INFORM));
    const snapshot = { outcome_id: INFORM, outcome_name: 'Inform', outcome_type: 'action' };
    const destination = { ...toList(SPRING), destination_name: 'Spring' };
    then
      .thenEvents([
        applied({ ...snapshot, ...destination, smart_list_ids: null }),
        moved(SPRING),
        event('DeliveryRequested', {
          delivery_id: DELIVERY,
          outcome_id: INFORM,
          call_id: CALL,
          contact_id: ANN,
          webhook_url: HOOK,
          body: JSON.stringify({
            type: 'outcome.applied',
            timestamp: now,
            delivery_id: DELIVERY,
            workspace_id: TEST_WORKSPACE,
            outcome: snapshot,
            call: { call_id: CALL, smart_list_id: null, sequence: 1, dispatched_at: now, ...NO_DETAILS },
            contact: { contact_id: ANN, phone: PHONE },
            destination,
          }),
        }),
      ])
      .thenAnswer({
        status: 200,
        body: {
          ok: true,
          delivery_id: DELIVERY,
          outcome: { ...snapshot, destination, webhook_url: HOOK, version: 1 },
          call: {
            state: 'in_progress',
            outcomes: [{ sequence: 1, ...snapshot, destination, applied_at: now }],
          },
        },
      });
  });

  it('is applied once per call; another action may be applied as well', () => {
    const first = givenCall(action(INFORM), action(CALL_BACK)).when(apply(INFORM)).and();
    first.when(apply(INFORM)).thenRefused('call_state_conflict');
    first.when(apply(CALL_BACK)).thenEvents([applied({ outcome_id: CALL_BACK }, 2), expect.anything()]);
  });

  it('is refused after the end', () => {
    waiting(action(INFORM)).when(apply(INFORM)).thenRefused('call_state_conflict');
    givenCall(action(INFORM)).when(endCall(CALL, 'busy')).and().when(apply(INFORM)).thenRefused('call_state_conflict');
  });

  it('sends the phone number of the call, not a later one', () => {
    const changed = event('ContactChanged', { contact_id: ANN, phone: '+1777', old_phone: PHONE, name: null });
    const [, delivery] = givenCall(action(INFORM)).unseen(changed).when(apply(INFORM)).events();
    expect((delivery!.data as { body: string }).body).toContain(`"phone":"${PHONE}"`);
  });
});

describe('a disposition', () => {
  it('completes the ended call, after the change of memberships, and sends nothing', () => {
    const state = waiting(outcomeCreated(CALL_BACK, toList(AUTUMN)));
    const { now } = state.workspace;
    state
      .when(apply(CALL_BACK))
      .thenEvents([applied({ outcome_id: CALL_BACK }), moved(AUTUMN), completed('disposition')])
      .thenAnswer({ body: { delivery_id: null, call: { state: 'completed', result: 'answered', completed_at: now } } });
  });

  it('is refused while the call is in progress, and after its completion for any reason', () => {
    givenCall(sold).when(apply(SOLD)).thenRefused('call_state_conflict');
    waiting().when(apply(SOLD)).and().when(apply(SOLD)).thenRefused('call_state_conflict');
    givenCall(sold).when(endCall(CALL, 'not_placed')).and().when(apply(SOLD)).thenRefused('call_state_conflict');
  });

  it('is accepted when the wrap-up time is over but the call not completed yet', () => {
    const state = waiting();
    state.workspace.append([], '2031-01-01T00:00:00.000Z');
    state.when(apply(SOLD)).thenTypes('OutcomeApplied', 'CallCompleted');
    state.when(expireCall(CALL)).and().when(apply(SOLD)).thenRefused('call_state_conflict');
  });

  it('continues the sequence of actions of the call', () => {
    givenCall(sold, action(INFORM))
      .when(apply(INFORM))
      .and()
      .when(endCall(CALL, 'answered'))
      .and()
      .when(apply(SOLD))
      .thenEvents([applied({ outcome_id: SOLD, ...NOWHERE }, 2), completed('disposition')]);
  });
});

describe('an outcome', () => {
  it('that does not exist is an invalid reference, before the state of the call; an unknown call comes first', () => {
    givenCall(sold).when(apply(INFORM)).thenRefused('invalid_reference', '/outcome_id');
    waiting(event('OutcomeDeleted', { outcome_id: SOLD }))
      .when(apply(SOLD))
      .thenRefused('invalid_reference', '/outcome_id');
    calls().when(apply(INFORM)).thenRefused('not_found');
  });

  it('applied stays what it was when the outcome is changed', () => {
    const changed = event('OutcomeChanged', { outcome_id: INFORM, changes: { outcome_name: 'Later' } });
    givenCall(action(INFORM))
      .when(apply(INFORM))
      .and()
      .unseen(changed)
      .when(endCall(CALL, 'busy'))
      .thenAnswer({ body: { call: { outcomes: [{ outcome_name: 'Inform' }] } } });
  });
});

describe('memberships', () => {
  it('of a contact deleted meanwhile do not change; the rest happens', () => {
    givenCall(action(INFORM, toList(SPRING)))
      .unseen(contactDeleted)
      .when(apply(INFORM))
      .thenTypes('OutcomeApplied', 'DeliveryRequested');
  });

  it('do not change when the destination was deleted, which the event records', () => {
    givenCall(action(INFORM, toList(SPRING)), listDeleted(SPRING))
      .when(apply(INFORM))
      .thenEvents([
        applied({ outcome_id: INFORM, ...NOWHERE }),
        expect.objectContaining({ type: 'DeliveryRequested' }),
      ]);
    waiting(
      outcomeCreated(CALL_BACK, { destination_type: 'remove_from_selected', smart_list_ids: [SPRING, WINTER] }),
      added(SPRING),
      listDeleted(SPRING),
    )
      .when(apply(CALL_BACK))
      .thenEvents([
        applied({ outcome_id: CALL_BACK, destination_type: 'remove_from_selected', smart_list_ids: [WINTER] }),
        completed('disposition'),
      ]);
  });
});
