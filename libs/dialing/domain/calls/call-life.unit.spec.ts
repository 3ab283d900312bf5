import {
  BOB,
  CALL,
  CALL_KEY,
  calls,
  completed,
  ended,
  event,
  givenCall,
  later,
  OTHER_CALL,
  secondsFrom,
  sold,
  waiting,
} from '../../testing/past.js';
import { endCall, expireCall, extendLease } from './call-life.js';
import { END_RESULTS } from './call-events.js';
import { CALLS } from './call.js';
import { registerCall } from './register-call.js';

describe('a heartbeat', () => {
  it('starts the lease again, also one that has expired and is not lost yet', () => {
    for (const passed of [10, 7_200, 9_000]) {
      const state = later(givenCall(), passed);
      const lease_expires_at = secondsFrom(state.workspace.now, 7_200);
      state
        .when(extendLease(CALL))
        .thenEvents([event('CallHeartbeat', { call_id: CALL, lease_expires_at })])
        .thenAnswer({ status: 200, body: { ok: true, call: { lease_expires_at, state: 'in_progress' } } })
        .thenRow(CALLS, CALL_KEY, { due_at: lease_expires_at });
    }
  });

  it('changes nothing at the same instant', () => {
    givenCall().when(extendLease(CALL)).thenNothing().thenAnswer({ status: 200 });
  });

  it('extends by the seconds of the call, not by a later setting', () => {
    const changed = event('WorkspaceChanged', { changes: { lease_seconds: 10, wrap_up_seconds: 20 } });
    const state = later(givenCall().unseen(changed), 5);
    const { now } = state.workspace;
    state
      .when(extendLease(CALL))
      .thenEvents([event('CallHeartbeat', { call_id: CALL, lease_expires_at: secondsFrom(now, 7_200) })]);
    state
      .when(registerCall(OTHER_CALL, { contactId: BOB }))
      .thenAnswer({ body: { call: { lease_expires_at: secondsFrom(now, 10) } } });
  });

  it('after the end, or of no call, is refused', () => {
    waiting().when(extendLease(CALL)).thenRefused('call_state_conflict');
    givenCall().when(endCall(CALL, 'busy')).and().when(extendLease(CALL)).thenRefused('call_state_conflict');
    calls().when(extendLease(CALL)).thenRefused('not_found');
  });
});

describe('the end', () => {
  it('waits for a disposition, if the workspace has one', () => {
    const state = later(givenCall(sold), 7);
    const { now } = state.workspace;
    const dispatched_at = secondsFrom(now, -7);
    state
      .when(endCall(CALL, 'answered'))
      .thenEvents([ended('answered', { dispatched_at, wrap_up_expires_at: secondsFrom(now, 600) })])
      .thenAnswer({
        status: 200,
        body: { ok: true, call: { state: 'ended', result: 'answered', ended_at: now, completed_at: null } },
      })
      .thenRow(CALLS, CALL_KEY, { in_flight: 0, open: 1, due_at: secondsFrom(now, 600) });
  });

  it('completes at once where none exists', () => {
    const state = givenCall();
    const { now } = state.workspace;
    state
      .when(endCall(CALL, 'no_answer'))
      .thenEvents([ended('no_answer'), completed('end')])
      .thenAnswer({ body: { call: { state: 'completed', ended_at: now, completed_at: now } } })
      .thenRow(CALLS, CALL_KEY, { in_flight: 0, open: 0, due_at: '' });
    const outcomeDeleted = event('OutcomeDeleted', { outcome_id: (sold.data as { outcome_id: string }).outcome_id });
    givenCall(sold, outcomeDeleted).when(endCall(CALL, 'busy')).thenTypes('CallEnded', 'CallCompleted');
  });

  it('completes at once if the call was not placed', () => {
    givenCall(sold)
      .when(endCall(CALL, 'not_placed'))
      .thenEvents([ended('not_placed'), completed('end')]);
    for (const result of END_RESULTS.filter((each) => each !== 'not_placed')) {
      givenCall(sold).when(endCall(CALL, result)).thenTypes('CallEnded');
    }
  });

  it('repeated with the same result changes nothing and answers the same; another result is refused', () => {
    for (const state of [givenCall(), givenCall(sold)]) {
      const first = state.when(endCall(CALL, 'busy'));
      const again = first.and().when(endCall(CALL, 'busy'));
      again.thenNothing();
      expect(again.answer()).toEqual(first.answer());
      first.and().when(endCall(CALL, 'failed')).thenRefused('call_state_conflict');
    }
  });

  it('is accepted when the lease is over but the call not lost yet; for a lost call it is refused', () => {
    later(givenCall(sold), 8_000).when(endCall(CALL, 'answered')).thenTypes('CallEnded');
    const lost = later(givenCall(sold), 8_000).when(expireCall(CALL)).and();
    lost.when(endCall(CALL, 'answered')).thenRefused('call_state_conflict');
    calls().when(endCall(CALL, 'busy')).thenRefused('not_found');
  });

  it('waits as long as the settings say at the end', () => {
    const changed = event('WorkspaceChanged', { changes: { wrap_up_seconds: 0 } });
    const state = givenCall(sold).unseen(changed);
    const { now } = state.workspace;
    state.when(endCall(CALL, 'busy')).thenEvents([ended('busy', { wrap_up_expires_at: now })]);
  });
});

describe('time', () => {
  it('loses a call at the instant its lease expires, not before, and completes it at once', () => {
    later(givenCall(sold), 7_199).when(expireCall(CALL)).thenNothing();
    const state = later(givenCall(sold), 7_200);
    const { now } = state.workspace;
    state
      .when(expireCall(CALL))
      .thenEvents([ended('lost'), completed('end')])
      .thenRow(CALLS, CALL_KEY, { state: 'completed', result: 'lost', ended_at: now, completed_at: now, open: 0 });
  });

  it('completes a call at the instant its wrap-up time is over, not before', () => {
    later(waiting(), 599).when(expireCall(CALL)).thenNothing();
    later(waiting(), 600)
      .when(expireCall(CALL))
      .thenEvents([completed('wrap_up')])
      .thenRow(CALLS, CALL_KEY, { state: 'completed', result: 'answered', open: 0, due_at: '' });
  });

  it('does nothing to a call that was extended or completed meanwhile, or that does not exist', () => {
    const extended = later(givenCall(), 7_200).when(extendLease(CALL)).and();
    extended.when(expireCall(CALL)).thenNothing();
    later(givenCall().when(endCall(CALL, 'busy')).and(), 9_000)
      .when(expireCall(CALL))
      .thenNothing();
    calls().when(expireCall(CALL)).thenNothing();
  });
});
