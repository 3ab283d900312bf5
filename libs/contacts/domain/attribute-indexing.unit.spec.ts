import type { Collection, DomainEvent, IndexValue } from '#kernel';
import { EventSchemas } from '#kernel';
import { expectTouches, given, recorded, TEST_WORKSPACE, testId as id, TestWorkspace } from '#kernel/testing';
import { MAX_APPEND_BYTES } from '#event-store';
import { WORKSPACES_PROJECTIONS } from '#workspaces';
import { WORKSPACE_DEFAULTS } from '#workspaces/domain';
import { contactTermsProjection } from '../projections/contact-terms.projection.js';
import { CONTACT_PROJECTIONS } from '../projections/index.js';
import { changeUncapped } from '../testing/change-uncapped.js';
import {
  advanceAttributeIndexing,
  ATTRIBUTE_INDEXING,
  attributesIndexed,
  type Attributes,
  CONTACT_TERMS,
  CONTACTS,
  CONTACTS_SCHEMAS,
  detailsChanged,
  importContacts,
  indexedAfter,
  INDEXING_CHUNK,
  NO_DETAILS,
} from './index.js';

const PROJECTIONS = [...WORKSPACES_PROJECTIONS, ...CONTACT_PROJECTIONS];
const [ANN, BOB] = [id(1), id(2)];
const PHONE = '+12025550101';
const TIER = ['tier', null, null, null, null];

const created: DomainEvent = {
  type: 'WorkspaceCreated',
  data: { name: 'W', time_zone: 'UTC', ...WORKSPACE_DEFAULTS },
};
const searchable = (slots: (string | null)[]): DomainEvent => ({
  type: 'SearchableAttributesChanged',
  data: { slots },
});
const advanced = (up_to_number: number, done: boolean): DomainEvent => ({
  type: 'AttributeIndexingAdvanced',
  data: { up_to_number, done },
});
const deleted = (contact_id: string): DomainEvent => ({ type: 'ContactDeleted', data: { contact_id } });
/** What an event says of a phone that it sets: all of these are of one area. */
const EAST = { phone_zones: ['America/New_York'], zones_table: 1 };
const item = (contactId: string, attributes: Attributes) => ({ contactId, phone: PHONE, attributes });
const past = (...events: DomainEvent[]) => given(PROJECTIONS, [created, ...events]);

/** Terms of attributes, as they are found. */
const termsOf = (workspace: TestWorkspace) =>
  workspace
    .all(CONTACT_TERMS)
    .filter(({ live }) => live === 1)
    .map(({ contact_id, term, since }) => [contact_id, term, since]);

describe('a contact that is imported or changed', () => {
  it('has a term for each of its searchable attributes, in the order of contact numbers', () => {
    const then = past(searchable(['tier', 'visits', null, null, null])).when(
      importContacts([item(ANN, { tier: 'gold', visits: 3, plan: 'x' }), item(BOB, { tier: true })]),
    );
    const { workspace } = then.and();
    expect(termsOf(workspace)).toEqual([
      [ANN, 'attribute tier gold', 2],
      [ANN, 'attribute visits 3', 2],
      [BOB, 'attribute tier true', 4],
    ]);
    const changed = given(PROJECTIONS, [created, searchable(TIER), ...then.events()]).when(
      changeUncapped(ANN, { attributes: { tier: 'silver', visits: null } }),
    );
    expect(termsOf(changed.and().workspace)).toContainEqual([ANN, 'attribute tier silver', 2]);
  });

  it('keeps its place when it is imported again, and has no terms without attributes', () => {
    const again = past(searchable(TIER))
      .when(importContacts([item(ANN, { tier: 'gold' })]))
      .and()
      .workspace.append([deleted(ANN)]);
    expect(termsOf(again)).toEqual([]);
    const bare = importContacts([{ contactId: ANN, phone: PHONE }])(again).events;
    expect(termsOf(again.after(bare))).toEqual([]);
    const redeclared = again.after([...bare, searchable(['tier', 'plan', null, null, null])]);
    expect(advanceAttributeIndexing()(redeclared).events).toEqual([advanced(2, true)]);
    const { events } = importContacts([item(ANN, { tier: 'gold' })])(again);
    expect(termsOf(again.after(events))).toEqual([[ANN, 'attribute tier gold', 2]]);
  });

  it('says nothing of attributes in a workspace that never had a searchable one', () => {
    past()
      .when(importContacts([item(ANN, { tier: 'gold' })]))
      .thenEvents([
        { type: 'ContactImported', data: { contact_id: ANN, phone: PHONE, name: null, ...EAST } },
        {
          type: 'ContactDetailsChanged',
          data: { contact_id: ANN, slots: [], ...NO_DETAILS, attributes: { tier: 'gold' } },
        },
      ]);
  });
});

describe('contacts from before', () => {
  const before = importContacts([item(ANN, { tier: 'gold', plan: 'x' }), item(BOB, { plan: 'x' })])(
    new TestWorkspace(PROJECTIONS).append([created]),
  ).events;

  it('are indexed where their terms do not follow the searchable attributes', () => {
    past(...before, searchable(TIER))
      .when(advanceAttributeIndexing())
      .thenEvents([attributesIndexed({ contact_id: ANN, number: 1 }, { tier: 'gold' }, TIER), advanced(3, true)])
      .thenRow(ATTRIBUTE_INDEXING, [TEST_WORKSPACE], { done: 1, up_to_number: 3, slots: TIER })
      .and()
      .when(advanceAttributeIndexing())
      .thenNothing();
  });

  it('lose the terms of attributes that are no longer searchable', () => {
    const indexed = past(...before, searchable(TIER))
      .when(advanceAttributeIndexing())
      .events();
    const none = [null, null, null, null, null];
    const then = past(...before, searchable(TIER), ...indexed, searchable(none)).when(advanceAttributeIndexing());
    then.thenTypes('ContactAttributesIndexed', 'AttributeIndexingAdvanced');
    expect(termsOf(then.and().workspace)).toEqual([]);
  });

  it('are left alone where they were changed since, are deleted, or came later', () => {
    const changed = past(...before, searchable(TIER)).when(changeUncapped(ANN, { name: 'Ann', time_zone: 'UTC' }));
    past(...before, searchable(TIER), ...changed.events())
      .when(advanceAttributeIndexing())
      .thenEvents([advanced(3, true)]);
    past(searchable(TIER), ...before)
      .when(advanceAttributeIndexing())
      .thenEvents([advanced(-1, true)]);
    past(...before, searchable(TIER), deleted(ANN), deleted(BOB))
      .when(advanceAttributeIndexing())
      .thenEvents([advanced(-1, true)]);
  });

  it('are found although the rows have neither them nor their deletion yet', () => {
    given(PROJECTIONS, [created, ...before])
      .unseen(deleted(BOB), searchable(TIER))
      .when(advanceAttributeIndexing())
      .thenTypes('ContactAttributesIndexed', 'AttributeIndexingAdvanced');
    given(PROJECTIONS, [created])
      .unseen(...before, searchable(TIER))
      .when(advanceAttributeIndexing())
      .thenTypes('ContactAttributesIndexed', 'AttributeIndexingAdvanced');
  });

  it('are indexed 100 at a time, which fit into one append with the largest attributes', () => {
    const slots = ['a', 'b', 'c', 'd', 'e'].map((name) => name.repeat(64));
    const attributes = Object.fromEntries(slots.map((name, n) => [name, 'x'.repeat(n < 3 ? 1_000 : 370)]));
    const workspace = new TestWorkspace(PROJECTIONS).append([created]);
    for (let n = 0; n < INDEXING_CHUNK + 3; n += 1)
      workspace.append(importContacts([item(id(100 + n), attributes)])(workspace).events);
    workspace.append([searchable(slots)]);
    const first = advanceAttributeIndexing()(workspace);
    expect(first.events).toHaveLength(INDEXING_CHUNK + 1);
    expect(first.events.at(-1)).toEqual(advanced(2 * INDEXING_CHUNK - 1, false));
    const schemas = new EventSchemas(CONTACTS_SCHEMAS);
    const sizes = first.events.map(
      (event) => Buffer.byteLength(JSON.stringify(event.data)) + schemas.bytesOfSealing(recorded(event, 0)),
    );
    const bytes = sizes.reduce((sum, size) => sum + size, 0);
    expect(bytes).toBeGreaterThan(MAX_APPEND_BYTES / 2);
    expect(bytes).toBeLessThan(MAX_APPEND_BYTES);
    const { events } = advanceAttributeIndexing()(workspace.append(first.events));
    expect(events.map(({ type }) => type)).toEqual([
      ...Array.from({ length: 3 }, () => 'ContactAttributesIndexed'),
      'AttributeIndexingAdvanced',
    ]);
    workspace.append(events);
    expect(workspace.all(ATTRIBUTE_INDEXING)).toMatchObject([{ done: 1 }]);
    expect(termsOf(workspace)).toHaveLength(5 * (INDEXING_CHUNK + 3));
  });

  it('are awaited by the answer to the change', () => {
    const [awaited] = indexedAfter(TEST_WORKSPACE, [searchable(TIER)]);
    const { workspace } = past(...before, searchable(TIER));
    expect(awaited!.isDone(workspace.rows(ATTRIBUTE_INDEXING, [awaited!.key])[0])).toBe(false);
    workspace.append(advanceAttributeIndexing()(workspace).events);
    expect(awaited!.isDone(workspace.rows(ATTRIBUTE_INDEXING, [awaited!.key])[0])).toBe(true);
    expect(indexedAfter(TEST_WORKSPACE, before)).toEqual([]);
  });
});

it('terms of an erased contact are the same from a log that has lost them', () => {
  const indexing = { searchable: TIER, number: null };
  const slots = ['attribute_1'];
  const history = (attributes: Attributes | null): DomainEvent[] => [
    { type: 'ContactImported', data: { contact_id: ANN, phone: attributes && PHONE, name: null } },
    {
      type: 'ContactDetailsChanged',
      data: {
        ...detailsChanged(ANN, NO_DETAILS, indexing).data,
        ...(attributes ? {} : Object.fromEntries(Object.keys(NO_DETAILS).map((name) => [name, null]))),
        attributes,
        slots,
      },
    },
    {
      type: 'ContactAttributesIndexed',
      data: {
        contact_id: ANN,
        number: 0,
        slots: ['attribute_2'],
        searchable: [null, 'tier', null, null, null],
        attributes,
      },
    },
    deleted(ANN),
    { type: 'ContactErased', data: { contact_id: ANN } },
  ];
  const live = new TestWorkspace(PROJECTIONS).append(history({ tier: 'gold' }));
  const rebuilt = new TestWorkspace(PROJECTIONS).append(history(null));
  expect(live.all(CONTACT_TERMS)).toMatchObject([
    { slot: 'attribute_1', term: '', live: 0, since: -1 },
    { slot: 'attribute_2', term: '', live: 0, since: -1 },
  ]);
  for (const collection of [CONTACTS, CONTACT_TERMS] as readonly Collection[])
    expect(rebuilt.all(collection)).toEqual(live.all(collection));
});

it('events name every row that they put under a term', () => {
  const events = [
    { type: 'ContactImported', data: { contact_id: ANN, phone: PHONE, name: null } },
    detailsChanged(ANN, { ...NO_DETAILS, attributes: { tier: 'gold' } }, { searchable: TIER, number: null }),
    attributesIndexed({ contact_id: ANN, number: 0 }, { tier: 'gold', plan: 'x' }, ['plan', 'tier', null, null, null]),
    deleted(ANN),
  ];
  const scanned = { index: 'by_term', fields: 3, only: ([, live]: readonly IndexValue[]) => live === 1 };
  expectTouches(contactTermsProjection, [{ ...scanned, withRows: true }], events);
});
