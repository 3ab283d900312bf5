import { expectTouches, NO_SETTINGS, recorded } from '#kernel/testing';
import { ANN, BOB, CALL, completed, ended, happened, OTHER_CALL, registered } from '../testing/past.js';
import type { CallRow } from '../domain/index.js';
import { callsProjection } from './calls.projection.js';

const LEASE = '2030-01-01T02:00:00.000Z';
const heartbeat = happened('CallHeartbeat', { call_id: CALL, lease_expires_at: '2030-01-01T03:00:00.000Z' });
const life = [
  registered(LEASE),
  heartbeat,
  registered(LEASE, OTHER_CALL, BOB),
  ended('answered', { dispatched_at: '2030-01-01T00:00:00.000Z', wrap_up_expires_at: '2030-01-01T00:10:00.000Z' }),
  completed('wrap_up'),
];

it('tells every event that brings a call in flight or takes it away', () => {
  const inFlight = { index: 'by_contact', fields: 3, only: (prefix: readonly unknown[]) => prefix[1] === 1 };
  expectTouches(callsProjection, [inFlight], life);
});

it('an event of a call that was never seen makes none, nor does one of other concern change any', () => {
  const known = callsProjection.evolve(undefined, recorded(registered(LEASE), 0), [], NO_SETTINGS);
  for (const event of [heartbeat, ended('busy'), completed('end')]) {
    expect(callsProjection.evolve(undefined, recorded(event, 1), [], NO_SETTINGS)).toBeUndefined();
  }
  const other = recorded(happened('ContactDeleted', { contact_id: ANN, phone: '+1777' }), 1);
  expect(callsProjection.keys(other)).toEqual([]);
  expect(callsProjection.evolve(known, other, [], NO_SETTINGS)).toBe(known);
});

it('between the two events of an end that completes at once there is nothing to wait for', () => {
  const begun = callsProjection.evolve(undefined, recorded(registered(LEASE), 0), [], NO_SETTINGS);
  const between = callsProjection.evolve(begun, recorded(ended('lost'), 1), [], NO_SETTINGS) as CallRow;
  expect(between).toMatchObject({ state: 'ended', open: 0, due_at: '' });
});
