import {
  ANN,
  BOB,
  CALL,
  CALL_KEY,
  calls,
  completed,
  contactDeleted,
  ended,
  event,
  givenCall,
  OTHER_CALL,
  PHONE,
  registered,
  secondsFrom,
  THIRD_CALL,
  waiting,
} from '../../testing/past.js';
import { endCall } from './call-life.js';
import { CALLS } from './call.js';
import { registerCall } from './register-call.js';

const byId = { contactId: ANN };

describe('a registered call', () => {
  it('has the contact of the id or the phone, and starts its lease', () => {
    for (const reference of [byId, { phone: PHONE }]) {
      const state = calls();
      const { now } = state.workspace;
      const call = { call_id: CALL, contact_id: ANN, phone: PHONE };
      state
        .when(registerCall(CALL, reference))
        .thenEvents([event('CallRegistered', { ...call, lease_expires_at: secondsFrom(now, 7_200) })])
        .thenAnswer({
          status: 201,
          location: `/calls/${CALL}`,
          body: {
            ok: true,
            call: {
              ...call,
              smart_list_id: null,
              state: 'in_progress',
              result: null,
              attempt_number: null,
              snapshot: null,
              outcomes: [],
              dispatched_at: now,
              lease_expires_at: secondsFrom(now, 7_200),
              ended_at: null,
              completed_at: null,
            },
          },
        })
        .thenRow(CALLS, CALL_KEY, { in_flight: 1, open: 1, due_at: secondsFrom(now, 7_200) });
    }
  });

  it('is refused for an unknown or deleted contact', () => {
    calls()
      .when(registerCall(CALL, { contactId: OTHER_CALL }))
      .thenRefused('invalid_reference', '/contact_id');
    calls()
      .when(registerCall(CALL, { phone: '+999' }))
      .thenRefused('invalid_reference', '/phone');
    calls(contactDeleted).when(registerCall(CALL, byId)).thenRefused('invalid_reference', '/contact_id');
    calls(contactDeleted)
      .when(registerCall(CALL, { phone: PHONE }))
      .thenRefused('invalid_reference', '/phone');
  });

  it('is refused while the contact is in a call, shown by the rows or not, and accepted after its end', () => {
    givenCall().when(registerCall(OTHER_CALL, byId)).thenRefused('call_state_conflict');
    const state = calls();
    const lease = secondsFrom(state.workspace.now, 7_200);
    state.unseen(registered(lease)).when(registerCall(OTHER_CALL, byId)).thenRefused('call_state_conflict');
    givenCall()
      .unseen(ended('busy'), completed('end'))
      .when(registerCall(OTHER_CALL, byId))
      .thenTypes('CallRegistered');
    givenCall()
      .unseen(ended('busy'), completed('end'), registered(lease, OTHER_CALL))
      .when(registerCall(THIRD_CALL, byId))
      .thenRefused('call_state_conflict');
    waiting().when(registerCall(OTHER_CALL, byId)).thenTypes('CallRegistered');
  });

  it('with the id of another call is refused, also of another contact', () => {
    givenCall()
      .when(registerCall(CALL, { contactId: BOB }))
      .thenRefused('resource_conflict', '/call_id');
    waiting().when(registerCall(CALL, byId)).thenRefused('resource_conflict', '/call_id');
  });

  it('stays in flight when its contact is deleted and imported again', () => {
    const imported = event('ContactImported', { contact_id: ANN, phone: '+1777', name: null });
    givenCall()
      .unseen(contactDeleted, imported)
      .when(registerCall(OTHER_CALL, byId))
      .thenRefused('call_state_conflict');
    givenCall().unseen(contactDeleted).when(endCall(CALL, 'answered')).thenTypes('CallEnded', 'CallCompleted');
  });
});
