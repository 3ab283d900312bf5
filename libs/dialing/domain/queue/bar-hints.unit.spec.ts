import type { DomainEvent } from '#kernel';
import { TestWorkspace } from '#kernel/testing';
import { numberHash } from '#do-not-call/domain';
import { ANN, BOB, NUMBER_KEY, PHONE, projections, SPRING, workspaceCreated } from '../../testing/past.js';
import { tellBars } from './bar-hints.js';

const OTHER = '+12025550102';
const UNTIL = '2030-06-01T00:00:00.000Z';
const bar = { until: UNTIL };

const imported = (contact_id: string, phone: string): DomainEvent => ({
  type: 'ContactImported',
  data: { contact_id, phone, name: null },
});
const changed = (contact_id: string, old_phone: string, phone: string): DomainEvent => ({
  type: 'ContactChanged',
  data: { contact_id, phone, old_phone, name: null },
});
const added = (contact_id: string): DomainEvent => ({
  type: 'MemberAdded',
  data: { smart_list_id: SPRING, contact_id, source: 'api' },
});
const removed: DomainEvent = {
  type: 'MemberRemoved',
  data: {
    reason: 'removed_by_request',
    lists: [SPRING],
    contacts: [
      { contact_id: ANN, lists: [0] },
      { contact_id: BOB, lists: [0] },
    ],
  },
};

/** Ann's number is in the register until June, Bob's is not. */
const workspace = new TestWorkspace(projections).append([
  workspaceCreated,
  imported(ANN, PHONE),
  imported(BOB, OTHER),
  { type: 'NumberKeyMade', data: { key: NUMBER_KEY } },
  {
    type: 'DoNotCallAdded',
    data: {
      number_hash: numberHash(NUMBER_KEY, PHONE),
      phone: PHONE,
      contact_id: ANN,
      reason: null,
      source: 'api',
      expires_at: UNTIL,
      contact_ids: [ANN],
    },
  },
]);
const barsOf = (...events: readonly DomainEvent[]) =>
  tellBars(workspace, events).map(({ data }) => (data as { readonly barred?: unknown }).barred);

it('events tell whose number is barred among those whom they place in a queue', () => {
  expect(barsOf(added(ANN), added(BOB), removed)).toEqual([bar, undefined, [{ contact_id: ANN, ...bar }]]);
});

it('a contact that the same write imports is told by its phone of then', () => {
  expect(barsOf(imported(BOB, PHONE), added(BOB))).toEqual([bar, bar]);
});

it('a changed phone is told where it changes whether the number is barred', () => {
  expect(barsOf(changed(ANN, PHONE, OTHER))).toEqual([null]);
  expect(barsOf(changed(BOB, OTHER, PHONE))).toEqual([bar]);
  expect(barsOf(changed(BOB, OTHER, '+12025550103'), changed(ANN, PHONE, PHONE))).toEqual([undefined, undefined]);
});

it('a workspace that never used its register has its events as they were decided', () => {
  const events = [added(ANN), removed];
  const fresh = new TestWorkspace(projections).append([workspaceCreated, imported(ANN, PHONE)]);
  expect(tellBars(fresh, events)).toBe(events);
});
