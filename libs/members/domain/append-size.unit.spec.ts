import { type DomainEvent, EventSchemas } from '#kernel';
import { given, recorded, testId as id, TestWorkspace } from '#kernel/testing';
import { CONTACT_PROJECTIONS } from '#contacts';
import { CONTACT_SCHEMAS, importContacts } from '#contacts/domain';
import { MAX_APPEND_BYTES } from '#event-store';
import { SMART_LIST_PROJECTIONS } from '#smart-lists';
import { changeList, deleteList, requireList, SETTINGS_DEFAULTS } from '#smart-lists/domain';
import { WORKSPACES_PROJECTIONS } from '#workspaces';
import { MEMBER_PROJECTIONS } from '../index.js';
import { attempts } from '../testing/dispatches.js';
import { removeEverywhere } from './change-members.js';
import { MEMBERS } from './member.js';
import { endMembershipsOfContact, endMembershipsOfList, SWEEP_CHUNK } from './removal.js';
import { exhaustMembers } from './waterfall.js';

// The largest writes must fit into one append (docs/reference/consistency.md#size).

const [LISTS, CONTACTS] = [1_000, 100];
const list = (n: number): string => id(10_000 + n);
const contact = (n: number): string => id(20_000 + n);
const times = <Item>(count: number, make: (n: number) => Item): Item[] =>
  Array.from({ length: count }, (_, n) => make(n));
/** 200 of the widest characters: four bytes each, which JSON does not write any wider. */
const WIDEST_NAME = '😀'.repeat(200);
/** The longest name with which 1,000 contacts are changed in one write, whatever zones their phones may lie in. */
const LONGEST_OF_1_000 = '😀'.repeat(116);

const projections = [
  ...WORKSPACES_PROJECTIONS,
  ...CONTACT_PROJECTIONS,
  ...SMART_LIST_PROJECTIONS,
  ...MEMBER_PROJECTIONS,
];
/** 1,000 lists, each with a waterfall to the last one. */
const lists = times(LISTS, (n): DomainEvent => ({
  type: 'SmartListCreated',
  data: {
    smart_list_id: list(n),
    name: `list ${n}`,
    ...SETTINGS_DEFAULTS,
    next_list_id: n === LISTS - 1 ? null : list(LISTS - 1),
    source: 'api',
  },
}));
const contacts = (count: number): DomainEvent[] =>
  times(count, (n) => ({
    type: 'ContactImported',
    data: { contact_id: contact(n), phone: '+999999999999999', name: null },
  }));
const added = (n: number, who: number): DomainEvent => ({
  type: 'MemberAdded',
  data: { smart_list_id: list(n), contact_id: contact(who), source: 'api' },
});

const schemas = new EventSchemas(CONTACT_SCHEMAS);

/** Bytes as they are stored: personal data sealed. */
function bytes(events: readonly DomainEvent[]): number {
  const sizes = events.map((event) => Buffer.byteLength(JSON.stringify(event.data)) + sealing(event));
  return sizes.reduce((sum, size) => sum + size, 0);
}

const sealing = (event: DomainEvent): number => schemas.bytesOfSealing(recorded(event, 0));

it('100 contacts removed from 1,000 lists each', () => {
  const everybody = times(CONTACTS, (n) => ({ contactId: contact(n) }));
  const workspace = new TestWorkspace(projections).append([...lists, ...contacts(CONTACTS)]);
  // List by list: 100,000 events at once take several hundred megabytes.
  for (let n = 0; n < LISTS; n += 1) workspace.append(times(CONTACTS, (who) => added(n, who)));
  const { events } = removeEverywhere(everybody)(workspace);
  expect(events).toHaveLength(1);
  expect(bytes(events)).toBeGreaterThan(300_000);
  expect(bytes(events)).toBeLessThan(MAX_APPEND_BYTES);
  workspace.append(events);
  expect(workspace.all(MEMBERS).every(({ active }) => active === 0)).toBe(true);
});

it('a contact deleted from 1,000 lists', () => {
  const workspace = given(projections, [...lists, ...contacts(1), ...times(LISTS, (n) => added(n, 0))]);
  const removed = endMembershipsOfContact(workspace.workspace, contact(0));
  expect(removed?.data.lists).toHaveLength(LISTS);
  expect(bytes([removed!])).toBeLessThan(MAX_APPEND_BYTES / 2);
});

it('1,000 contacts with names of 464 bytes imported, and then all changed', () => {
  const batch = (phone: string) => times(1_000, (n) => ({ contactId: contact(n), phone, name: LONGEST_OF_1_000 }));
  expect(Buffer.byteLength(LONGEST_OF_1_000)).toBe(464);
  const first = given(projections).when(importContacts(batch('+559999999999999')));
  const second = first.and().when(importContacts(batch('+559999999999998')));
  for (const then of [first, second]) {
    expect(then.events()).toHaveLength(1_000);
    expect(bytes(then.events())).toBeLessThan(MAX_APPEND_BYTES);
  }
});

it('a list of 500 members deleted that is the next list of 999 others', () => {
  const members = times(500, (n) => added(LISTS - 1, n));
  const { workspace } = given(projections, [...lists, ...contacts(500), ...members]);
  const ended = endMembershipsOfList(workspace, list(LISTS - 1));
  const events = [...deleteList(workspace, requireList(workspace, list(LISTS - 1)), ended.left), ended.event!];
  expect(events).toHaveLength(1 + 999 + 1);
  expect(bytes(events)).toBeLessThan(MAX_APPEND_BYTES);
});

it('500 members moved by a lowered cap, in the append that changes all other settings of the list', () => {
  const members = times(SWEEP_CHUNK, (who) => added(0, who));
  const calls = times(SWEEP_CHUNK, (who) =>
    attempts(1, { list: list(0), contact: contact(who), number: LISTS + SWEEP_CHUNK + who }),
  ).flat();
  const { workspace } = given(projections, [...lists, ...contacts(SWEEP_CHUNK), ...members, ...calls]);
  const change = changeList(workspace, list(0), {
    name: WIDEST_NAME,
    description: '😀'.repeat(2_000),
    max_attempts_total: 1,
    next_list_id: list(1),
  });
  const events = exhaustMembers(workspace, change!, () => new Set());
  expect(events).toHaveLength(1 + 1 + SWEEP_CHUNK);
  expect(bytes(events)).toBeLessThan(MAX_APPEND_BYTES / 4);
});
