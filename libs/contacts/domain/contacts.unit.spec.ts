import type { DomainEvent, IndexValue } from '#kernel';
import { expectTouches, given, TEST_WORKSPACE, TestWorkspace } from '#kernel/testing';
import { WORKSPACES_PROJECTIONS } from '#workspaces';
import { contactsProjection } from '../projections/contacts.projection.js';
import { CONTACT_PROJECTIONS } from '../projections/index.js';
import { CONTACTS, deleteContact, importContacts, resolveReferences } from './index.js';

const PROJECTIONS = [...WORKSPACES_PROJECTIONS, ...CONTACT_PROJECTIONS];

const [ANN, BOB, CAT] = ['a0', 'b0', 'c0'].map((end) => `018f3a00-0000-7000-8000-0000000000${end}`) as [
  string,
  string,
  string,
];
const [PHONE, OTHER] = ['+12025550101', '+12025550102'] as const;

/** What an event says of a phone that it sets: all of these are of one area. */
const EAST = { phone_zones: ['America/New_York'], zones_table: 1 };
const imported = (contact_id: string, phone: string, name: string | null = null): DomainEvent => ({
  type: 'ContactImported',
  data: { contact_id, phone, name, ...EAST },
});
const deleted = (contact_id: string): DomainEvent => ({ type: 'ContactDeleted', data: { contact_id } });
const contacts = (...events: DomainEvent[]) => given(PROJECTIONS, events);

describe('an import', () => {
  it('creates missing contacts, one event each in the order of the array', () => {
    const then = contacts().when(
      importContacts([
        { contactId: BOB, phone: OTHER },
        { contactId: ANN, phone: PHONE, name: 'Ann' },
      ]),
    );
    then.thenEvents([imported(BOB, OTHER), imported(ANN, PHONE, 'Ann')]);
    then.thenAnswer({
      status: 200,
      body: {
        ok: true,
        created: 2,
        updated: 0,
        unchanged: 0,
        refused: 0,
        contacts: [
          { contact_id: BOB, phone: OTHER, result: 'created' },
          { contact_id: ANN, phone: PHONE, result: 'created' },
        ],
      },
    });
  });

  it('changes phone and name, leaves an absent name and clears a null one', () => {
    const past = [imported(ANN, PHONE, 'Ann'), imported(BOB, PHONE, 'Bob'), imported(CAT, PHONE, 'Cat')];
    contacts(...past)
      .when(
        importContacts([
          { contactId: ANN, phone: OTHER },
          { contactId: BOB, phone: PHONE, name: null },
          { contactId: CAT, phone: PHONE, name: 'Cat' },
        ]),
      )
      .thenEvents([
        { type: 'ContactChanged', data: { contact_id: ANN, phone: OTHER, old_phone: PHONE, name: 'Ann', ...EAST } },
        { type: 'ContactChanged', data: { contact_id: BOB, phone: PHONE, old_phone: PHONE, name: null } },
      ])
      .thenAnswer({ body: expect.objectContaining({ created: 0, updated: 2, unchanged: 1 }) });
  });

  it('takes the last of two items with one id, counts them once and answers both', () => {
    contacts()
      .when(
        importContacts([
          { contactId: ANN, phone: PHONE, name: 'first' },
          { contactId: BOB, phone: PHONE },
          { contactId: ANN, phone: OTHER },
        ]),
      )
      .thenEvents([imported(BOB, PHONE), imported(ANN, OTHER)])
      .thenAnswer({
        body: expect.objectContaining({
          created: 2,
          contacts: [
            { contact_id: ANN, phone: OTHER, result: 'created' },
            { contact_id: BOB, phone: PHONE, result: 'created' },
            { contact_id: ANN, phone: OTHER, result: 'created' },
          ],
        }),
      });
  });

  it('of an unchanged contact changes nothing', () => {
    contacts(imported(ANN, PHONE, 'Ann'))
      .when(importContacts([{ contactId: ANN, phone: PHONE }]))
      .thenNothing()
      .thenAnswer({ body: expect.objectContaining({ created: 0, updated: 0, unchanged: 1 }) });
  });

  it('of a deleted contact brings it back under its old number, but not its name', () => {
    contacts(imported(ANN, PHONE, 'Ann'), imported(BOB, OTHER), deleted(ANN))
      .when(importContacts([{ contactId: ANN, phone: OTHER }]))
      .thenEvents([imported(ANN, OTHER)])
      .thenRow(CONTACTS, [TEST_WORKSPACE, ANN], {
        number: 0,
        created_at: '2030-01-01T00:00:00.000Z',
        live: 1,
        name: null,
      });
  });
});

describe('a deletion', () => {
  it('names the contact, and says nothing about the person', () => {
    const workspace = new TestWorkspace(PROJECTIONS).append([imported(ANN, PHONE)]);
    expect(deleteContact(workspace, ANN)).toEqual(deleted(ANN));
  });

  it('is refused for an unknown or deleted contact', () => {
    const workspace = new TestWorkspace(PROJECTIONS).append([imported(ANN, PHONE), deleted(ANN)]);
    for (const id of [ANN, BOB]) expect(() => deleteContact(workspace, id)).toThrow('not_found: No such contact.');
  });
});

describe('an erased contact', () => {
  const erased = { phone: null, name: null };

  it('keeps its number and its instants, without phone and name', () => {
    const workspace = new TestWorkspace(PROJECTIONS).append([
      { type: 'ContactImported', data: { contact_id: ANN, ...erased } },
      { type: 'ContactChanged', data: { contact_id: ANN, old_phone: null, ...erased } },
      deleted(ANN),
    ]);
    const shown = {
      contact_id: ANN,
      phone: '',
      name: null,
      number: 0,
      created_at: '2030-01-01T00:00:00.000Z',
      live: 0,
    };
    expect(workspace.all(CONTACTS)).toMatchObject([shown]);
  });

  it('that is imported again is a person again', () => {
    const workspace = new TestWorkspace(PROJECTIONS).append([
      { type: 'ContactImported', data: { contact_id: ANN, ...erased } },
      deleted(ANN),
      imported(ANN, PHONE, 'Ann'),
    ]);
    expect(workspace.all(CONTACTS)).toMatchObject([{ phone: PHONE, name: 'Ann', number: 0, live: 1 }]);
    expect(resolveReferences(workspace, [{ phone: PHONE }])).toEqual([ANN]);
  });
});

describe('a reference', () => {
  const resolve = (events: readonly DomainEvent[], ...references: Parameters<typeof resolveReferences>[1][number][]) =>
    resolveReferences(new TestWorkspace(PROJECTIONS).append(events), references);

  it('resolves by id and by phone, in the order asked', () => {
    const past = [imported(ANN, PHONE), imported(BOB, OTHER)];
    const asked = [
      { phone: OTHER },
      { contactId: CAT },
      { contactId: ANN },
      { phone: '+19999999999' },
      { phone: OTHER },
    ];
    expect(resolve(past, ...asked)).toEqual([BOB, undefined, ANN, undefined, BOB]);
  });

  it('by a shared phone means the first imported that still exists', () => {
    const past = [imported(BOB, PHONE), imported(ANN, PHONE)];
    expect(resolve(past, { phone: PHONE })).toEqual([BOB]);
    expect(resolve([...past, deleted(BOB)], { phone: PHONE })).toEqual([ANN]);
    expect(resolve([...past, deleted(BOB), imported(BOB, PHONE)], { phone: PHONE })).toEqual([BOB]);
  });

  it('by a shared phone skips deleted contacts, although the rows still show them', () => {
    const workspace = new TestWorkspace(PROJECTIONS)
      .append([imported(ANN, PHONE), imported(BOB, PHONE), imported(CAT, PHONE)])
      .appendUnseen([deleted(ANN), deleted(BOB)]);
    expect(resolveReferences(workspace, [{ phone: PHONE }])).toEqual([CAT]);
    workspace.append([deleted(CAT)]);
    expect(resolveReferences(workspace, [{ phone: PHONE }])).toEqual([undefined]);
  });

  it('to a deleted contact, or to the phone it had before a change, does not resolve', () => {
    const changed = { type: 'ContactChanged', data: { contact_id: BOB, phone: '+19', old_phone: OTHER, name: null } };
    const past = [imported(ANN, PHONE), deleted(ANN), imported(BOB, OTHER), changed];
    expect(resolve(past, { contactId: ANN }, { phone: PHONE }, { phone: OTHER }, { phone: '+19' })).toEqual([
      undefined,
      undefined,
      undefined,
      BOB,
    ]);
  });
});

it('events name every row whose resolution by a phone, or whose place among all, they change', () => {
  const changed = { type: 'ContactChanged', data: { contact_id: ANN, phone: OTHER, old_phone: PHONE, name: null } };
  const past = [imported(ANN, PHONE), imported(BOB, PHONE), changed, deleted(ANN), imported(ANN, PHONE)];
  const scanned = { only: ([, live]: readonly IndexValue[]) => live === 1, withRows: true };
  const indexes = [
    { index: 'by_phone', fields: 3, ...scanned },
    { index: 'by_number', fields: 2, ...scanned },
  ];
  expectTouches(contactsProjection, indexes, past);
});
