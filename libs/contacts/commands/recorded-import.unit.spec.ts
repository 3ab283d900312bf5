import fc from 'fast-check';
import type { JsonObject } from '#kernel';
import { given } from '#kernel/testing';
import { WORKSPACES_PROJECTIONS } from '#workspaces';
import { detailsChanged } from '../domain/attribute-terms.js';
import { NO_DETAILS } from '../domain/contact-details.js';
import { type ContactItem, importContacts } from '../domain/import-contacts.js';
import { CONTACT_PROJECTIONS } from '../projections/index.js';
import { recordedImport } from './recorded-import.js';

const PROJECTIONS = [...WORKSPACES_PROJECTIONS, ...CONTACT_PROJECTIONS];

const id = (n: number): string => `018f3a00-0000-7000-8000-${String(n).padStart(12, '0')}`;
const phone = (n: number): string => `+1202555${String(n).padStart(4, '0')}`;
const items: fc.Arbitrary<ContactItem[]> = fc.array(
  fc.record(
    {
      contact_id: fc.integer({ min: 0, max: 5 }).map(id),
      phone: fc.integer({ min: 0, max: 5 }).map(phone),
      external_id: fc.constantFrom('one', 'two', 'three'),
    },
    { requiredKeys: ['phone'] },
  ),
  { minLength: 1, maxLength: 20 },
);

/** A contact with an external id, and one that is being erased: some items are refused. */
const past = [
  { type: 'ContactImported', data: { contact_id: id(9), phone: phone(9), name: null } },
  detailsChanged(id(9), { ...NO_DETAILS, external_id: 'one' }, { searchable: [], number: null }),
  { type: 'ContactImported', data: { contact_id: id(5), phone: phone(5), name: null } },
  { type: 'ContactDeleted', data: { contact_id: id(5) } },
  { type: 'ContactErasureRequested', data: { contact_id: id(5) } },
];

/** The answer to the first request, with ids for new contacts counted up from a number. */
function answered(sent: readonly ContactItem[], made = 1_000): JsonObject {
  const contacts = sent.map(({ contact_id, ...each }, n) => ({
    contactId: contact_id ?? id(made + n),
    isMade: contact_id === undefined,
    ...each,
  }));
  return given(PROJECTIONS, past)
    .when(importContacts(contacts, { partial: true }))
    .answer().body;
}

const size = (body: JsonObject): number => JSON.stringify(body).length;

it('what is kept of an answer gives the same bytes again to an equal request', () => {
  fc.assert(
    fc.property(items, (sent) => {
      const body = answered(sent);
      const stored = JSON.parse(JSON.stringify(recordedImport(sent).keep(body))) as JsonObject;
      const again = recordedImport(JSON.parse(JSON.stringify(sent)) as ContactItem[]).restore(stored);
      expect(JSON.stringify(again)).toBe(JSON.stringify(body));
    }),
  );
});

it('an older record, which has the whole answer, gives it unchanged', () => {
  const body = answered([{ phone: phone(1) }, { contact_id: id(2), phone: phone(2) }]);
  expect(recordedImport([{ phone: phone(1) }]).restore(body)).toBe(body);
});

it('a record of before items told what became of them is restored as it was answered', () => {
  const counts = { ok: true, created: 1, updated: 0, unchanged: 1 };
  const sent = [{ phone: phone(1) }, { contact_id: id(2), phone: phone(2) }];
  expect(recordedImport(sent).restore({ ...counts, made: [id(7)] })).toEqual({
    ...counts,
    contacts: [
      { contact_id: id(7), phone: phone(1) },
      { contact_id: id(2), phone: phone(2) },
    ],
  });
});

it('for contacts with ids in the request nothing is kept, for new ones only their ids', () => {
  const named = Array.from({ length: 1_000 }, (_, n) => ({ contact_id: id(10 + n), phone: phone(n) }));
  expect(size(answered(named))).toBeGreaterThan(70_000);
  expect(size(recordedImport(named).keep(answered(named)))).toBeLessThan(100);
  const unnamed = named.map(({ phone: each }) => ({ phone: each }));
  expect(size(recordedImport(unnamed).keep(answered(unnamed)))).toBeLessThan(1_000 * 39 + 100);
});
