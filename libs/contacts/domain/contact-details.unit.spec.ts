import fc from 'fast-check';
import type { Collection, DomainEvent, IndexValue } from '#kernel';
import { expectTouches, given, TEST_WORKSPACE, testId as id, TestWorkspace } from '#kernel/testing';
import { WORKSPACES_PROJECTIONS } from '#workspaces';
import { WORKSPACE_DEFAULTS } from '#workspaces/domain';
import { contactTermsProjection } from '../projections/contact-terms.projection.js';
import { CONTACT_PROJECTIONS } from '../projections/index.js';
import { changeUncapped } from '../testing/change-uncapped.js';
import {
  checkGiven,
  CONTACTS,
  CONTACT_TERMS,
  type ContactDetails,
  detailsChanged,
  importContacts,
  type ImportedContact,
  NO_DETAILS,
  resolveReferences,
} from './index.js';

const PROJECTIONS = [...WORKSPACES_PROJECTIONS, ...CONTACT_PROJECTIONS];

const [ANN, BOB, CAT] = [id(1), id(2), id(3)];
const [PHONE, OTHER, THIRD] = ['+12025550101', '+12025550102', '+12025550103'] as const;

/** What an event says of a phone that it sets: all of these are of one area. */
const EAST = { phone_zones: ['America/New_York'], zones_table: 1 };
const imported = (contact_id: string, phone: string, name: string | null = null): DomainEvent => ({
  type: 'ContactImported',
  data: { contact_id, phone, name, ...EAST },
});
const detailed = (contact_id: string, details: Partial<ContactDetails>): DomainEvent => ({
  ...detailsChanged(contact_id, { ...NO_DETAILS, ...details }, { searchable: [], number: null }),
});
const deleted = (contact_id: string): DomainEvent => ({ type: 'ContactDeleted', data: { contact_id } });
const created: DomainEvent = {
  type: 'WorkspaceCreated',
  data: { name: 'W', time_zone: 'UTC', ...WORKSPACE_DEFAULTS },
};
const contacts = (...events: DomainEvent[]) => given(PROJECTIONS, events);

describe('the details of a contact', () => {
  it('come with its import, in an event of their own, and are shown', () => {
    const details = {
      external_id: 'crm-1',
      phones: [{ phone: PHONE, label: 'mobile' }, { phone: OTHER }],
      attributes: { tier: 'gold', visits: 3, gone: null },
      time_zone: 'Europe/Vienna',
    };
    const kept = {
      external_id: 'crm-1',
      phone_label: 'mobile',
      further_phones: [{ phone: OTHER, label: null }],
      attributes: { tier: 'gold', visits: 3 },
      time_zone: 'Europe/Vienna',
    };
    contacts(created)
      .when(importContacts([{ contactId: ANN, phone: PHONE, ...details }]))
      .thenEvents([imported(ANN, PHONE), detailed(ANN, kept)])
      .and()
      .when(changeUncapped(ANN, { name: 'Ann' }))
      .thenEvents([{ type: 'ContactChanged', data: { contact_id: ANN, phone: PHONE, old_phone: PHONE, name: 'Ann' } }])
      .thenAnswer({
        status: 200,
        body: {
          ok: true,
          contact: {
            contact_id: ANN,
            phone: PHONE,
            name: 'Ann',
            created_at: '2030-01-01T00:00:00.000Z',
            external_id: 'crm-1',
            phones: [
              { phone: PHONE, label: 'mobile' },
              { phone: OTHER, label: null },
            ],
            attributes: { tier: 'gold', visits: 3 },
            time_zone: 'Europe/Vienna',
            zones: ['Europe/Vienna'],
            zones_source: 'given',
            capped_until: null,
          },
        },
      });
  });

  it('stay where they are left out, are cleared by null, and make no event where all are as they were', () => {
    const before = { external_id: 'a', phone_label: 'x', attributes: { a: 1, b: 'c' }, time_zone: 'Asia/Tokyo' };
    const past = contacts(imported(ANN, PHONE), detailed(ANN, before));
    past
      .when(changeUncapped(ANN, { attributes: { b: null, c: true }, time_zone: null }))
      .thenEvents([detailed(ANN, { external_id: 'a', phone_label: 'x', attributes: { a: 1, c: true } })]);
    past.when(importContacts([{ contactId: ANN, phone: PHONE, external_id: 'a', attributes: { a: 1 } }])).thenNothing();
    for (const nothing of [{}, { phones: [] }, { attributes: {} }])
      past.when(changeUncapped(ANN, nothing)).thenNothing();
  });

  it('keep the label of the first phone where only its number changes, and name no phone twice', () => {
    const phones = { phone_label: 'mobile', further_phones: [{ phone: OTHER, label: null }] };
    contacts(imported(ANN, PHONE), detailed(ANN, phones))
      .when(changeUncapped(ANN, { phone: OTHER }))
      .thenEvents([
        {
          type: 'ContactChanged',
          data: { contact_id: ANN, phone: OTHER, old_phone: PHONE, name: null, ...EAST },
        },
        detailed(ANN, { phone_label: 'mobile' }),
      ]);
  });

  it('end with the contact: imported again it has none', () => {
    contacts(imported(ANN, PHONE), detailed(ANN, { external_id: 'a', attributes: { b: 1 } }), deleted(ANN))
      .when(importContacts([{ contactId: ANN, phone: PHONE }]))
      .thenEvents([imported(ANN, PHONE)])
      .thenRow(CONTACTS, [TEST_WORKSPACE, ANN], { external_id: null, attributes: '', further_phones: [] })
      .thenRow(CONTACT_TERMS, [TEST_WORKSPACE, ANN, 'external_id'], { term: 'external_id a', live: 0 });
  });

  it('are gone from the rows once the contact is erased', () => {
    const workspace = new TestWorkspace(PROJECTIONS).append([
      imported(ANN, PHONE, 'Ann'),
      detailed(ANN, { external_id: 'a', further_phones: [{ phone: OTHER, label: 'x' }], attributes: { b: 1 } }),
      deleted(ANN),
      { type: 'ContactErased', data: { contact_id: ANN } },
    ]);
    const none = { phone: '', name: null, name_key: '', ...NO_DETAILS, attributes: '' };
    expect(workspace.all(CONTACTS)).toMatchObject([none]);
    expect(workspace.all(CONTACT_TERMS).map(({ term }) => term)).toEqual(['', '']);
    const erased = Object.fromEntries(Object.keys(NO_DETAILS).map((name) => [name, null]));
    const rebuilt = new TestWorkspace(PROJECTIONS).append([
      { type: 'ContactImported', data: { contact_id: ANN, phone: null, name: null } },
      { type: 'ContactDetailsChanged', data: { contact_id: ANN, slots: ['external_id', 'phone_2'], ...erased } },
      deleted(ANN),
      { type: 'ContactErased', data: { contact_id: ANN } },
    ]);
    for (const collection of [CONTACTS, CONTACT_TERMS] as readonly Collection[])
      expect(rebuilt.all(collection)).toEqual(workspace.all(collection));
  });

  it('may have 4,096 bytes of attributes together', () => {
    const past = contacts(imported(ANN, PHONE), detailed(ANN, { attributes: { a: 'x'.repeat(2_000) } }));
    const more = (length: number) => changeUncapped(ANN, { attributes: { b: 'y'.repeat(length) } });
    past.when(more(2_081)).thenTypes('ContactDetailsChanged');
    past.when(more(2_082)).thenRefused('validation_failed', '/attributes');
    past
      .when(importContacts([{ contactId: ANN, phone: PHONE, attributes: { b: 'y'.repeat(2_082) } }], { partial: true }))
      .thenRefused('validation_failed', '/contacts/0/attributes');
  });

  it.each([
    [{ phone: PHONE, phones: [{ phone: OTHER }] }, '/contacts/4/phones/0/phone'],
    [{ phones: [{ phone: OTHER }, { phone: PHONE }, { phone: OTHER }] }, '/contacts/4/phones/2/phone'],
    [{ time_zone: 'Mars/Olympus' }, '/contacts/4/time_zone'],
  ])('of %j are refused, where the detail says', (details, pointer) => {
    const detail = expect.stringContaining(`${pointer.slice(1)}: `) as string;
    expect(() => checkGiven(details, '/contacts/4')).toThrow(
      expect.objectContaining({ code: 'validation_failed', detail, errors: [expect.objectContaining({ pointer })] }),
    );
  });

  it('are of no contact that does not exist', () => {
    contacts(imported(ANN, PHONE), deleted(ANN))
      .when(changeUncapped(ANN, { name: 'A' }))
      .thenRefused('not_found');
  });
});

describe('an external id', () => {
  const past = [imported(ANN, PHONE), detailed(ANN, { external_id: 'a' }), imported(BOB, OTHER)];
  const item = (contactId: string, external_id: string, isMade = false): ImportedContact => ({
    ...{ contactId, isMade, phone: THIRD, external_id },
  });

  it('finds the contact of an item without an id; without one, the item makes a contact', () => {
    contacts(...past)
      .when(importContacts([item(id(8), 'a', true), item(id(9), 'b', true), item(id(7), 'b', true)]))
      .thenEvents([
        { type: 'ContactChanged', data: { contact_id: ANN, phone: THIRD, old_phone: PHONE, name: null, ...EAST } },
        imported(id(9), THIRD),
        detailed(id(9), { external_id: 'b' }),
      ])
      .thenAnswer({
        body: expect.objectContaining({
          created: 1,
          updated: 1,
          contacts: [ANN, id(9), id(9)].map((contact_id) => expect.objectContaining({ contact_id })),
        }),
      });
  });

  it('is of one contact: refused for another one, all or none', () => {
    const taken = [item(CAT, 'c'), item(BOB, 'a')];
    contacts(...past)
      .when(importContacts(taken))
      .thenRefused('resource_conflict', '/contacts/1/external_id');
    contacts(...past)
      .when(changeUncapped(BOB, { external_id: 'a' }))
      .thenRefused('resource_conflict', '/external_id');
    contacts(...past)
      .when(importContacts([item(CAT, 'c'), item(BOB, 'c')]))
      .thenRefused('resource_conflict', '/contacts/1/external_id');
  });

  it('is refused for its item alone where the import is partial', () => {
    contacts(...past)
      .when(importContacts([item(BOB, 'a'), item(CAT, 'c')], { partial: true }))
      .thenEvents([imported(CAT, THIRD), detailed(CAT, { external_id: 'c' })])
      .thenAnswer({
        body: {
          ok: true,
          ...{ created: 1, updated: 0, unchanged: 0, refused: 1 },
          contacts: [
            {
              contact_id: BOB,
              phone: THIRD,
              result: 'refused',
              refusal: expect.objectContaining({ pointer: '/contacts/0/external_id', code: 'taken' }),
            },
            { contact_id: CAT, phone: THIRD, result: 'created' },
          ],
        },
      });
  });

  it('is free once its contact has another one, is deleted, or gives it up earlier in the import', () => {
    contacts(...past, detailed(ANN, { external_id: 'z' }))
      .when(changeUncapped(BOB, { external_id: 'a' }))
      .events();
    contacts(...past, deleted(ANN))
      .when(changeUncapped(BOB, { external_id: 'a' }))
      .thenTypes('ContactDetailsChanged');
    contacts(...past)
      .when(importContacts([item(ANN, 'z'), item(BOB, 'a')]))
      .thenTypes('ContactChanged', 'ContactDetailsChanged', 'ContactChanged', 'ContactDetailsChanged');
  });

  const named = fc.record(
    {
      contactId: fc.constantFrom(ANN, BOB, CAT, id(4)),
      phone: fc.constant(PHONE),
      external_id: fc.constantFrom('a', 'b', 'c', null),
    },
    { requiredKeys: ['contactId', 'phone'] },
  );

  it('is never of two contacts, whatever is imported and deleted', () => {
    const steps = fc.array(fc.oneof(fc.array(named, { minLength: 1, maxLength: 4 }), fc.constantFrom(ANN, BOB, CAT)));
    fc.assert(
      fc.property(steps, (all) => {
        const workspace = new TestWorkspace(PROJECTIONS);
        for (const step of all) {
          if (typeof step === 'string') {
            if (workspace.all(CONTACTS).some((row) => row.contact_id === step && row.live === 1))
              workspace.append([deleted(step)]);
          } else workspace.append(importContacts(step, { partial: true })(workspace).events);
          const ids = workspace
            .all(CONTACTS)
            .flatMap((row) => (row.live === 1 && row.external_id ? [row.external_id] : []));
          expect(ids).toEqual([...new Set(ids)]);
          const terms = workspace.all(CONTACT_TERMS).flatMap(({ term, live }) => (live === 1 ? [term] : []));
          expect(terms.toSorted()).toEqual(ids.map((each) => `external_id ${each}`).toSorted());
        }
      }),
    );
  });
});

describe('a further phone', () => {
  const further = (...phones: string[]) => ({ further_phones: phones.map((phone) => ({ phone, label: null })) });
  const resolve = (events: readonly DomainEvent[], phone: string) =>
    resolveReferences(new TestWorkspace(PROJECTIONS).append(events), [{ phone }]);

  it('finds its contact, unless it is the first one of another contact', () => {
    const past = [imported(ANN, PHONE), detailed(ANN, further(OTHER, THIRD)), imported(BOB, OTHER)];
    expect(resolve(past, THIRD)).toEqual([ANN]);
    expect(resolve(past, OTHER)).toEqual([BOB]);
    expect(resolve([...past, deleted(BOB)], OTHER)).toEqual([ANN]);
    expect(resolve([...past, deleted(ANN)], THIRD)).toEqual([undefined]);
  });

  it('means the contact that got it first', () => {
    const past = [
      imported(BOB, PHONE),
      imported(ANN, PHONE),
      detailed(ANN, further(THIRD)),
      detailed(BOB, further(THIRD)),
    ];
    expect(resolve(past, THIRD)).toEqual([ANN]);
    expect(resolve([...past, detailed(ANN, { time_zone: 'UTC', ...further(THIRD) })], THIRD)).toEqual([ANN]);
    expect(resolve([...past, detailed(ANN, {})], THIRD)).toEqual([BOB]);
  });

  it('skips contacts that are deleted or have it no more, although the rows still show them', () => {
    const workspace = new TestWorkspace(PROJECTIONS)
      .append([ANN, BOB, CAT].flatMap((each) => [imported(each, PHONE), detailed(each, further(THIRD))]))
      .appendUnseen([deleted(ANN), detailed(BOB, further(OTHER))]);
    expect(resolveReferences(workspace, [{ phone: THIRD }, { phone: OTHER }])).toEqual([CAT, BOB]);
  });
});

it('events name every row whose resolution by a term they change', () => {
  const past = [
    imported(ANN, PHONE),
    detailed(ANN, { external_id: 'a', further_phones: [{ phone: OTHER, label: null }] }),
    detailed(ANN, { external_id: 'b' }),
    deleted(ANN),
    imported(ANN, PHONE),
    detailed(ANN, { external_id: 'a' }),
  ];
  const scanned = { index: 'by_term', fields: 3, only: ([, live]: readonly IndexValue[]) => live === 1 };
  expectTouches(contactTermsProjection, [{ ...scanned, withRows: true }], past);
});
