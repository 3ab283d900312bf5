import { recorded, TestWorkspace } from '#kernel/testing';
import { CALLS } from '../domain/calls/call.js';
import { presentCall } from '../domain/calls/present-call.js';
import { ANN, BOB, CALL, completed, ended, event, OTHER_CALL, registered } from '../testing/past.js';
import { callsProjection } from './calls.projection.js';

const LEASE = '2030-01-01T02:00:00.000Z';
const heartbeat = event('CallHeartbeat', { call_id: CALL, lease_expires_at: '2030-01-01T03:00:00.000Z' });
const calls = () => new TestWorkspace([callsProjection]);

it('the head keeps open calls in memory: in flight, then waiting for a disposition', () => {
  const workspace = calls().append([registered(LEASE), registered(LEASE, OTHER_CALL, BOB)]);
  const open = () => [...workspace.resident(CALLS).values()].map(({ call_id, in_flight }) => [call_id, in_flight]);
  workspace.append([ended('answered', { dispatched_at: LEASE, wrap_up_expires_at: '2030-01-01T00:10:00.000Z' })]);
  expect(open()).toEqual([
    [CALL, 0],
    [OTHER_CALL, 1],
  ]);
  workspace.append([completed('wrap_up')]);
  expect(open()).toEqual([[OTHER_CALL, 1]]);
});

it('an event of an unknown call creates none, and an unrelated event changes none', () => {
  expect(
    calls()
      .append([heartbeat, ended('busy'), completed('end')])
      .all(CALLS),
  ).toEqual([]);
  const other = event('ContactDeleted', { contact_id: ANN });
  expect(callsProjection.keys(recorded(other, 1))).toEqual([]);
});

it('a call whose phone was erased is a call without a phone', () => {
  const erased = event('CallRegistered', { call_id: CALL, contact_id: ANN, phone: null, lease_expires_at: LEASE });
  const [call] = calls().append([erased]).all(CALLS);
  expect(presentCall(call!)).toMatchObject({ call_id: CALL, contact_id: ANN, phone: null, state: 'in_progress' });
});

it('an end that completes at once leaves no open call between its two events', () => {
  const workspace = calls().append([registered(LEASE), ended('lost')]);
  expect(workspace.all(CALLS)).toMatchObject([{ state: 'ended', open: 0, due_at: '' }]);
});
