import { TEST_WORKSPACE } from '#kernel/testing';
import {
  added,
  ANN,
  BOB,
  CALL,
  calls,
  ended,
  event,
  later,
  NUMBER_KEY,
  OTHER_CALL,
  PHONE,
  registered,
  SPRING,
  THIRD_CALL,
} from '../../testing/past.js';
import { numberHash } from '#do-not-call/domain';
import { dispatchNext } from '../queue/dispatch.js';
import { CALLS } from './call.js';
import { eraseCalls } from './erase-calls.js';

const LEASE = '2030-01-01T02:00:00.000Z';
const past = [registered(LEASE), ended('busy', { dispatched_at: LEASE }), registered(LEASE, OTHER_CALL, BOB)];

it('calls of an erased contact lose their phone, and keep everything else', () => {
  const state = calls(...past);
  const [before] = state.workspace.rows(CALLS, [[TEST_WORKSPACE, CALL]]);
  const then = state.when(eraseCalls(ANN, [CALL, THIRD_CALL, OTHER_CALL], NUMBER_KEY));
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
    .when(eraseCalls(ANN, [CALL], NUMBER_KEY))
    .and()
    .when(eraseCalls(ANN, [CALL], NUMBER_KEY))
    .thenNothing();
});

it('numbers that limits of a contact may still count are kept as hashes, under a key that is made for them', () => {
  const dialed = calls(added(SPRING))
    .when(dispatchNext([CALL]))
    .and();
  const hashed = { call_id: CALL, number_hash: numberHash(NUMBER_KEY, PHONE) };
  const then = dialed.when(eraseCalls(ANN, [CALL], NUMBER_KEY));
  then.thenEvents([
    event('NumberKeyMade', { key: NUMBER_KEY }),
    event('CallsErased', { contact_id: ANN, call_ids: [CALL], number_hashes: [hashed] }),
  ]);
  then.thenRow(CALLS, [TEST_WORKSPACE, CALL], { phone: null, dialed_number: hashed.number_hash });
});

it('numbers that no limit counts any more are not kept', () => {
  const dialed = later(
    calls(added(SPRING))
      .when(dispatchNext([CALL]))
      .and(),
    720 * 3_600,
  );
  const then = dialed.when(eraseCalls(ANN, [CALL], NUMBER_KEY));
  then.thenEvents([event('CallsErased', { contact_id: ANN, call_ids: [CALL] })]);
  then.thenRow(CALLS, [TEST_WORKSPACE, CALL], { dialed_number: '' });
});
