import fc from 'fast-check';
import { type Collection, type IndexValue, instant, keyOf } from '#kernel';
import { TEST_START, TEST_WORKSPACE, testId as id, TestWorkspace } from '#kernel/testing';
import { WORKSPACES_PROJECTIONS } from '#workspaces';
import type { ReadModel } from '#read-model';
import { MemoryReadModel } from '#read-model/testing';
import { changeWorkspace, WORKSPACE_DEFAULTS, WORKSPACES } from '#workspaces/domain';
import { advanceAttributeIndexing, ATTRIBUTE_INDEXING } from '../domain/attribute-indexing.js';
import { CONTACT_TERMS } from '../domain/contact-terms.js';
import { type ContactRow, CONTACTS } from '../domain/contact.js';
import { importContacts } from '../domain/import-contacts.js';
import { CONTACT_PROJECTIONS } from '../projections/index.js';
import { CONTACT_SORTS, type ContactFilters } from '../queries/contact-filters.js';
import { CONTACTS_PAGE } from './contacts-page.js';

const PROJECTIONS = [...WORKSPACES_PROJECTIONS, ...CONTACT_PROJECTIONS];

const CREATED = { type: 'WorkspaceCreated', data: { name: 'W', time_zone: 'UTC', ...WORKSPACE_DEFAULTS } };
const PHONES = ['+12025550101', '+12025550102', '+12025550103'] as const;
const NAMES = [null, 'Ann', 'ANNA', 'Änne', 'Bob', 'bo'] as const;

/** A step: one import or deletion of a contact, or a change of what is searchable; the next one is `later` (ms). */
interface Drawn {
  readonly contact: number;
  readonly isDeleted: boolean;
  readonly phones: readonly (typeof PHONES)[number][];
  readonly name: string | null;
  readonly external_id: string | null;
  readonly attributes: Readonly<Record<string, string | number | boolean | null>>;
  /** Undefined: an import or deletion. */
  readonly searchable: readonly string[] | undefined;
  readonly isIndexed: boolean;
  readonly later: number;
}

const drawn: fc.Arbitrary<Drawn> = fc.record({
  contact: fc.integer({ min: 1, max: 8 }),
  isDeleted: fc.nat({ max: 5 }).map((n) => n === 0),
  phones: fc.shuffledSubarray([...PHONES], { minLength: 1 }),
  name: fc.constantFrom(...NAMES),
  external_id: fc.constantFrom('one', 'two', null),
  attributes: fc.dictionary(fc.constantFrom('tier', 'plan'), fc.constantFrom('gold', 3, '3', true, null), {
    maxKeys: 2,
  }),
  searchable: fc.option(fc.subarray(['tier', 'plan']), { nil: undefined, freq: 4 }),
  isIndexed: fc.boolean(),
  later: fc.constantFrom(0, 0, 1_000),
});

const instants = fc.nat({ max: 12_000 }).map((ms) => instant(TEST_START + ms));
const maybe = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined, freq: 3 });
const filters: fc.Arbitrary<ContactFilters> = fc.record({
  phone: maybe(fc.constantFrom(...PHONES)),
  externalId: maybe(fc.constantFrom('one', 'two')),
  attribute: maybe(fc.record({ name: fc.constantFrom('tier', 'plan'), text: fc.constantFrom('gold', '3', 'true') })),
  namePrefix: maybe(fc.constantFrom('a', 'AN', 'än', 'b', 'bob', 'x')),
  from: maybe(instants),
  to: maybe(instants),
  sort: maybe(fc.constantFrom(...CONTACT_SORTS)),
  isDescending: fc.boolean(),
});

function workspaceOf(steps: readonly Drawn[]): TestWorkspace {
  const workspace = new TestWorkspace(PROJECTIONS).append([CREATED], instant(TEST_START));
  let at = TEST_START;
  for (const { contact, isDeleted, phones, name, external_id, attributes, searchable, isIndexed, later } of steps) {
    if (searchable) {
      const change = changeWorkspace({ searchable_attributes: searchable.length === 0 ? null : searchable });
      workspace.append(change(workspace).events, instant(at));
      if (isIndexed) workspace.append(advanceAttributeIndexing()(workspace).events, instant(at));
      continue;
    }
    const contactId = id(contact);
    const isLive = workspace.all(CONTACTS).some((row) => row.contact_id === contactId && row.live === 1);
    const given = { phone: phones[0]!, phones: phones.map((phone) => ({ phone })), name, external_id, attributes };
    const item = { contactId, ...given };
    const events = isDeleted
      ? [{ type: 'ContactDeleted', data: { contact_id: contactId } }]
      : importContacts([item], { partial: true })(workspace).events;
    if (isLive || !isDeleted) workspace.append(events, instant(at));
    at += later;
  }
  return workspace;
}

async function modelOf(workspace: TestWorkspace): Promise<MemoryReadModel> {
  const model = new MemoryReadModel();
  model.raiseRevisions(new Map([[workspace.workspaceId, workspace.revision]]));
  for (const collection of [WORKSPACES, CONTACTS, CONTACT_TERMS, ATTRIBUTE_INDEXING] as readonly Collection[]) {
    const rows = workspace.all(collection);
    await model.putRows(rows.map((document) => ({ collection, key: keyOf(collection, document), document })));
  }
  return model;
}

/** A page of contacts. */
function contactsOf(model: ReadModel, filters: ContactFilters, size = 10, after?: readonly IndexValue[]) {
  const at = instant(TEST_START);
  return CONTACTS_PAGE.find(model, { workspaceId: TEST_WORKSPACE, filters, size, after, at });
}

/** Every contact of a walk, page by page, each of which is read from another model. */
async function walkAll(
  models: () => Promise<MemoryReadModel>,
  given: ContactFilters,
  size: number,
): Promise<readonly string[]> {
  const seen: string[] = [];
  for (let after: readonly IndexValue[] | undefined, pages = 0; pages < 60; pages += 1) {
    const { items, next } = await contactsOf(await models(), given, size, after);
    expect(items.length).toBeLessThanOrEqual(size);
    seen.push(...items.map(({ contact_id }) => contact_id));
    if (!next) return seen;
    after = next;
  }
  throw new Error('The walk did not end.');
}

/** A name without case and accents, written out for the names of this test. */
const plain = (name: string | null): string => (name ?? '').toLowerCase().replace('ä', 'a');

function fits(row: ContactRow, { phone, externalId, namePrefix, attribute, from, to }: ContactFilters): boolean {
  const phones = [row.phone, ...row.further_phones.map((each) => each.phone)];
  if (row.live === 0 || (phone !== undefined && !phones.includes(phone))) return false;
  if (externalId !== undefined && row.external_id !== externalId) return false;
  if (namePrefix !== undefined && !plain(row.name).startsWith(plain(namePrefix))) return false;
  if (attribute !== undefined) {
    const value = row.attributes === '' ? undefined : (JSON.parse(row.attributes) as object)[attribute.name as never];
    if (value === undefined || String(value) !== attribute.text) return false;
  }
  return !(from !== undefined && row.created_at < from) && !(to !== undefined && row.created_at > to);
}

/** The contacts that fit, in the order in which they are to be listed where it is not that of a phone alone. */
function expectedOf(rows: readonly ContactRow[], given: ContactFilters): readonly ContactRow[] {
  const fitting = rows.filter((row) => fits(row, given)).toSorted((a, b) => a.number - b.number);
  const isByName = given.sort === 'name' || (given.sort === undefined && given.namePrefix !== undefined);
  const byName = (a: ContactRow, b: ContactRow): number =>
    plain(a.name) < plain(b.name) ? -1 : plain(a.name) > plain(b.name) ? 1 : a.number - b.number;
  const sorted = isByName ? fitting.toSorted(byName) : fitting;
  return given.isDescending ? sorted.toReversed() : sorted;
}

it('a walk shows exactly the contacts that fit all filters, in their order, each once', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(drawn, { maxLength: 14 }),
      filters,
      fc.integer({ min: 1, max: 5 }),
      async (steps, given, size) => {
        const workspace = workspaceOf(steps);
        const expected = expectedOf(workspace.all(CONTACTS), given);
        // Contacts that are still to be indexed are so from the second page on.
        const models = async () => {
          const model = await modelOf(workspace);
          workspace.append(advanceAttributeIndexing()(workspace).events, workspace.now);
          return model;
        };
        const [searchable] = workspace.all(WORKSPACES).map(({ attribute_slots }) => attribute_slots);
        if (given.attribute && !searchable!.includes(given.attribute.name)) {
          const refusal = { code: 'validation_failed', errors: [expect.objectContaining({ pointer: '/attribute' })] };
          return expect(walkAll(models, given, size)).rejects.toMatchObject(refusal);
        }
        const seen = await walkAll(models, given, size);
        const ids = expected.map(({ contact_id }) => contact_id);
        if (
          given.phone === undefined ||
          given.sort !== undefined ||
          given.isDescending ||
          given.externalId !== undefined
        )
          return expect(seen).toEqual(ids);
        // By a phone alone: those that are dialed by it, then those that have it besides.
        const dialed = expected.filter(({ phone }) => phone === given.phone).toSorted((a, b) => a.number - b.number);
        expect(seen.slice(0, dialed.length)).toEqual(dialed.map(({ contact_id }) => contact_id));
        expect(seen.toSorted()).toEqual(ids.toSorted());
      },
    ),
    { numRuns: 800 },
  );
});

it('contacts of an attribute are found by few reads, however many there are, once all are indexed', async () => {
  const workspace = new TestWorkspace(PROJECTIONS).append([CREATED]);
  const items = Array.from({ length: 1_500 }, (_, n) => ({
    ...{ contactId: id(n), phone: PHONES[0] },
    attributes: { tier: n % 500 === 7 ? 'gold' : 'silver' },
  }));
  workspace.append(importContacts(items)(workspace).events);
  const read = async (): Promise<readonly [readonly string[], number]> => {
    const model = await modelOf(workspace);
    let rows = 0;
    const counting = Object.create(model) as MemoryReadModel;
    counting.page = async (collection, options) => {
      const page = await model.page(collection, options);
      rows += page.length;
      return page;
    };
    const given = { attribute: { name: 'tier', text: 'gold' }, isDescending: false } as ContactFilters;
    const { items } = await contactsOf(counting, given);
    return [items.map(({ contact_id }) => contact_id), rows];
  };
  const gold = [id(7), id(507), id(1_007)];
  workspace.append(changeWorkspace({ searchable_attributes: ['tier'] })(workspace).events);
  expect(await read()).toEqual([gold, 1_500]);
  for (let chunks = 0; chunks < 15; chunks += 1) workspace.append(advanceAttributeIndexing()(workspace).events);
  expect(workspace.all(ATTRIBUTE_INDEXING)).toMatchObject([{ done: 1 }]);
  expect(await read()).toEqual([gold, 3]);
});

it('terms are not trusted while the rows may lack some of the last ones', async () => {
  const workspace = new TestWorkspace(PROJECTIONS).append([CREATED]);
  workspace.append(importContacts([{ contactId: id(1), phone: PHONES[0], attributes: { tier: 3 } }])(workspace).events);
  workspace.append(changeWorkspace({ searchable_attributes: ['tier'] })(workspace).events);
  const lacking = await modelOf(workspace);
  workspace.append(advanceAttributeIndexing()(workspace).events);
  const [document] = workspace.all(ATTRIBUTE_INDEXING);
  await lacking.putRows([{ collection: ATTRIBUTE_INDEXING, key: [TEST_WORKSPACE], document: document! }]);
  const given = { attribute: { name: 'tier', text: '3' }, isDescending: false } as ContactFilters;
  const { items } = await contactsOf(lacking, given);
  expect(items).toMatchObject([{ contact_id: id(1) }]);
});

it('contacts since an instant are found by few reads, however many there are', async () => {
  const workspace = new TestWorkspace(PROJECTIONS).append([CREATED], instant(TEST_START));
  for (let n = 0; n < 500; n += 1) {
    const events = importContacts([{ contactId: id(n), phone: PHONES[0] }])(workspace).events;
    workspace.append(events, instant(TEST_START + n));
  }
  const model = await modelOf(workspace);
  let reads = 0;
  const counting = Object.create(model) as MemoryReadModel;
  counting.page = (collection, options) => {
    reads += 1;
    return model.page(collection, options);
  };
  const given = { sort: undefined, isDescending: false, from: instant(TEST_START + 300) } as ContactFilters;
  const { items } = await contactsOf(counting, given, 3);
  expect(items.map(({ contact_id }) => contact_id)).toEqual([id(300), id(301), id(302)]);
  expect(reads).toBeLessThan(14);
});

it('contacts are unavailable while the rows lack the workspace of a key that was just made', async () => {
  const model = await modelOf(new TestWorkspace(PROJECTIONS));
  await expect(contactsOf(model, { isDescending: false } as ContactFilters)).rejects.toMatchObject({
    code: 'unavailable',
  });
});
