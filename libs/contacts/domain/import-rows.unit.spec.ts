import fc from 'fast-check';
import type { DomainEvent, WorkspaceView } from '#kernel';
import { given, TEST_WORKSPACE, testId } from '#kernel/testing';
import { WORKSPACES_PROJECTIONS } from '#workspaces';
import { CONTACT_PROJECTIONS } from '../projections/index.js';
import { CONTACTS, type ContactRow, type ImportedContact, importContacts, importRows } from './index.js';

const PROJECTIONS = [...WORKSPACES_PROJECTIONS, ...CONTACT_PROJECTIONS];
const EXISTING = [1, 2, 3].map((n) => testId(n));
const MADE = 100;
/** More than the 4,096 bytes that the attributes of a contact may have. */
const TOO_LARGE = {
  a: 'x'.repeat(900),
  b: 'x'.repeat(900),
  c: 'x'.repeat(900),
  d: 'x'.repeat(900),
  e: 'x'.repeat(900),
};

const phones = ['+12025550101', '+12025550102'];
const past: DomainEvent[] = EXISTING.map((contact_id, n) => ({
  type: 'ContactImported',
  data: { contact_id, phone: phones[n % 2]!, name: null },
}));

/** Rows of few contacts, external ids and values, so that they meet. */
const row = fc.record(
  {
    contact: fc.option(fc.nat(4), { nil: undefined }),
    phone: fc.constantFrom(...phones),
    name: fc.constantFrom('Ann', null),
    external_id: fc.constantFrom('a', 'b', null),
    attributes: fc.constantFrom({ tier: 'gold' }, { tier: null }, TOO_LARGE),
    time_zone: fc.constantFrom('Europe/Vienna', null),
  },
  { requiredKeys: ['phone'] },
);
const rows = fc.array(row, { minLength: 1, maxLength: 12 }).map((all) =>
  all.map(({ contact, ...given }, at): ImportedContact => {
    const isMade = contact === undefined;
    return { ...given, isMade, contactId: isMade ? testId(MADE + at) : (EXISTING[contact] ?? testId(50 + contact)) };
  }),
);

/** What a contact is, whatever the events by which it became so. */
const told = ({ revision: _, number: _number, created_at: _at, ...row }: ContactRow): object => row;

describe('the rows of a file', () => {
  it('come to the same as importing each by itself', () => {
    fc.assert(
      fc.property(rows, (items) => {
        let whole = given(PROJECTIONS, past);
        const results: string[] = [];
        for (let left = items; left.length > 0; left = items.slice(results.length)) {
          const done = importRows(whole.workspace, left);
          expect(done.rows.length).toBeGreaterThan(0);
          results.push(...done.rows.map((each) => ('result' in each ? each.result : each.refusal.code)));
          whole = whole.when(() => ({ events: done.events, answer: () => ({ status: 200, body: {} }) })).and();
        }
        let single = given(PROJECTIONS, past);
        const expected = items.map((item) => {
          const [result, after] = importedAlone(single, item);
          single = after;
          return result;
        });
        expect(results).toEqual(expected);
        expect(whole.workspace.all(CONTACTS).map(told)).toEqual(single.workspace.all(CONTACTS).map(told));
      }),
    );
  });

  it('end in front of one that would change a contact a second time', () => {
    const view: WorkspaceView = given(PROJECTIONS, past).workspace;
    const named = (name: string): ImportedContact => ({ contactId: EXISTING[0]!, phone: phones[0]!, name });
    const done = importRows(view, [named('Ann'), named('Ann'), named('Bob')]);
    expect(done.rows).toEqual([
      { contactId: EXISTING[0], result: 'updated' },
      { contactId: EXISTING[0], result: 'unchanged' },
    ]);
    expect(done.events).toHaveLength(1);
    expect(view.workspaceId).toBe(TEST_WORKSPACE);
  });
});

type History = ReturnType<typeof given>;

/** What POST /contacts/batch makes of one contact: the result or the code of its refusal, and the state after it. */
function importedAlone(before: History, item: ImportedContact): readonly [string, History] {
  const then = before.when(importContacts([item], { partial: true }));
  try {
    const { contacts } = then.answer().body as unknown as {
      contacts: { result: string; refusal?: { code: string } }[];
    };
    return [contacts[0]!.refusal?.code ?? contacts[0]!.result, then.and()];
  } catch {
    // Attributes that are too large refuse the whole request there.
    return ['too_long', before];
  }
}
