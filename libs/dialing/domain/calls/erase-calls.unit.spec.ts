import { TEST_WORKSPACE } from '#kernel/testing';
import { ANN, BOB, CALL, calls, ended, event, OTHER_CALL, registered, THIRD_CALL } from '../../testing/past.js';
import { CALLS } from './call.js';
import { eraseCalls } from './erase-calls.js';

const LEASE = '2030-01-01T02:00:00.000Z';
const past = [registered(LEASE), ended('busy', { dispatched_at: LEASE }), registered(LEASE, OTHER_CALL, BOB)];

it('calls of an erased contact lose their phone, and keep everything else', () => {
  const state = calls(...past);
  const [before] = state.workspace.rows(CALLS, [[TEST_WORKSPACE, CALL]]);
  const then = state.when(eraseCalls(ANN, [CALL, THIRD_CALL, OTHER_CALL]));
  then.thenEvents([event('CallsErased', { contact_id: ANN, call_ids: [CALL] })]);
  const { workspace } = then.and();
  const erased_at = workspace.now;
  expect(workspace.rows(CALLS, [[TEST_WORKSPACE, CALL]])).toEqual([
    { ...before, phone: null, erased_at, revision: workspace.revision },
  ]);
  then.thenRow(CALLS, [TEST_WORKSPACE, OTHER_CALL], { erased_at: null });
});

it('calls that are erased already are passed over', () => {
  calls(...past)
    .when(eraseCalls(ANN, [CALL]))
    .and()
    .when(eraseCalls(ANN, [CALL]))
    .thenNothing();
});
