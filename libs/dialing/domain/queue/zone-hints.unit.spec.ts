import type { DomainEvent } from '#kernel';
import { TestWorkspace } from '#kernel/testing';
import { ANN, BOB, PHONE, projections, SPRING, workspaceCreated } from '../../testing/past.js';
import { reindexScopes, contactScope, NUMBERS_SCOPE, type ReindexEvent } from './reindex-jobs.js';
import { tellZones } from './zone-hints.js';

const HOURS: DomainEvent = {
  type: 'CallingHoursCreated',
  data: { calling_hours_id: SPRING, name: 'Day', zone: 'contact', intervals: [], closed_dates: [], first: true },
};
const NEW_YORK = ['America/New_York'];
const LONDON = '+442075550100';

const imported = (contact_id: string, phone: string, phone_zones: readonly string[]): DomainEvent => ({
  type: 'ContactImported',
  data: { contact_id, phone, name: null, phone_zones, zones_table: 1 },
});
const renumbered = (contact_id: string, phone: string, phone_zones: readonly string[]): DomainEvent => ({
  type: 'ContactChanged',
  data: { contact_id, phone, old_phone: PHONE, name: null, phone_zones, zones_table: 1 },
});
const given = (contact_id: string, time_zone: string | null): DomainEvent => ({
  type: 'ContactDetailsChanged',
  data: { contact_id, time_zone, external_id: null, phone_label: null, further_phones: [], attributes: {}, slots: [] },
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

/** Ann's number is of New York, Bob's of any zone. */
const people = [workspaceCreated, imported(ANN, PHONE, NEW_YORK), imported(BOB, '+18005550100', [])];
const workspace = new TestWorkspace(projections).append([...people, HOURS]);

interface Told {
  readonly zones?: string;
  readonly zoned?: unknown;
}
const toldBy = (in_: TestWorkspace, events: readonly DomainEvent[]) =>
  tellZones(in_, events).map(({ data }) => (data as Told).zones ?? (data as Told).zoned);
const told = (...events: readonly DomainEvent[]) => toldBy(workspace, events);

it('events tell the clocks of those whom they place in a queue, by one name for each clock', () => {
  expect(told(added(ANN), added(BOB), removed)).toEqual([
    'America/New_York',
    '-',
    [
      { contact_id: ANN, zones: 'America/New_York' },
      { contact_id: BOB, zones: '-' },
    ],
  ]);
  const alaska = imported(SPRING, '+19075550100', ['America/Anchorage', 'America/Adak']);
  expect(told(alaska)).toEqual(['America/Adak,America/Juneau']);
});

it('an import tells the clocks that it leaves, and so do the memberships of the same write', () => {
  const detroit = [imported(SPRING, PHONE, NEW_YORK), given(SPRING, 'Europe/Berlin'), added(SPRING)];
  expect(told(...detroit)).toEqual(['Europe/Oslo', undefined, 'Europe/Oslo']);
});

it('a change of a contact tells its clocks where they are others than before, once a write', () => {
  expect(told(given(ANN, 'America/Detroit'))).toEqual([undefined]);
  expect(told(given(ANN, 'Europe/Lisbon'))).toEqual(['Atlantic/Canary']);
  expect(told(renumbered(ANN, LONDON, ['Europe/London']))).toEqual(['Atlantic/Canary']);
  expect(told(renumbered(ANN, '+18005550100', []))).toEqual(['-']);
  expect(told(renumbered(ANN, LONDON, ['Europe/London']), given(ANN, 'Asia/Tokyo'))).toEqual([
    undefined,
    'Asia/Jayapura',
  ]);
  expect(told(renumbered(ANN, LONDON, ['Europe/London']), given(ANN, 'US/Eastern'))).toEqual([undefined, undefined]);
});

it('a workspace without calling hours tells nothing', () => {
  const plain = new TestWorkspace(projections).append(people);
  expect(toldBy(plain, [added(ANN), given(ANN, 'Europe/Lisbon')])).toEqual([undefined, undefined]);
});

it('the rows of a contact with other clocks are re-indexed, and all rows once with the first calling hours', () => {
  const scopesOf = (...events: readonly DomainEvent[]) =>
    tellZones(workspace, events).flatMap((event) => reindexScopes(event as ReindexEvent));
  expect(scopesOf(given(ANN, 'Europe/Lisbon'))).toEqual([contactScope(ANN)]);
  expect(scopesOf(given(ANN, 'America/Detroit'))).toEqual([]);
  expect(scopesOf(HOURS)).toEqual([NUMBERS_SCOPE]);
  expect(scopesOf({ ...HOURS, data: { ...HOURS.data, first: undefined } })).toEqual([]);
});
