import fc from 'fast-check';
import { byId, byPhone } from '../../support/api.js';
import { shareService } from '../../support/shared.js';
import type { Reference } from '../../support/types.js';
import { TestWorkspace, UNKNOWN_ID } from '../../support/workspace.js';

/*
 * Goal: batches over HTTP count and leave what a plain map does, and the next read shows it.
 * Method: 20 random sequences of batches in workspaces of their own. Every answer, and the members and the count of
 * every list, are compared with the map after each step.
 */

const service = shareService();

const CONTACTS = 6;
const LISTS = 3;

/** A reference in a batch: a contact by its id or its phone number, or a reference that matches no contact. */
type Named = { readonly contact: number; readonly by: 'id' | 'phone' } | 'unknown';
type Step =
  | { readonly do: 'add' | 'remove'; readonly list: number; readonly references: readonly Named[] }
  | { readonly do: 'everywhere'; readonly references: readonly Named[] };

/** The contract as a plain map: list → contacts in the order of their addition. */
class Model {
  readonly lists = new Map<number, number[]>(Array.from({ length: LISTS }, (_, list) => [list, []]));

  apply(step: Step): Readonly<Record<string, number>> {
    const seen = new Set<number>();
    const counts = { changed: 0, skipped: 0, unmatched: 0 };
    for (const reference of step.references) {
      if (reference === 'unknown') counts.unmatched += 1;
      else if (seen.has(reference.contact) || !this.change(step, reference.contact)) counts.skipped += 1;
      else counts.changed += 1;
      if (reference !== 'unknown') seen.add(reference.contact);
    }
    const { changed, ...others } = counts;
    return { [step.do === 'add' ? 'inserted' : 'removed']: changed, ...others };
  }

  private change(step: Step, contact: number): boolean {
    if (step.do === 'add') return this.add(step.list, contact);
    const from = step.do === 'remove' ? [step.list] : [...this.lists.keys()];
    return from.filter((list) => this.remove(list, contact)).length > 0;
  }

  private add(list: number, contact: number): boolean {
    const members = this.lists.get(list)!;
    if (members.includes(contact)) return false;
    members.push(contact);
    return true;
  }

  private remove(list: number, contact: number): boolean {
    const members = this.lists.get(list)!;
    const at = members.indexOf(contact);
    if (at >= 0) members.splice(at, 1);
    return at >= 0;
  }
}

const named: fc.Arbitrary<Named> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({ contact: fc.nat(CONTACTS - 1), by: fc.constantFrom('id' as const, 'phone' as const) }),
  },
  { weight: 1, arbitrary: fc.constant('unknown' as const) },
);
const references = fc.array(named, { minLength: 1, maxLength: 8 });
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('add' as const), list: fc.nat(LISTS - 1), references }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('remove' as const), list: fc.nat(LISTS - 1), references }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('everywhere' as const), references }) },
);

describe('batch add, remove and remove everywhere', () => {
  it('[api batches] [api rules/read your writes] give the counts and members of a plain map', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), async (steps) => {
        const workspace = await TestWorkspace.make(service());
        const { api } = workspace;
        const contacts = await workspace.contacts(CONTACTS);
        const lists: string[] = [];
        for (let i = 0; i < LISTS; i += 1) lists.push((await api.createList()).smart_list_id);
        const model = new Model();
        const numbers = new Map(contacts.map(({ contact_id }, i) => [contact_id, i]));
        for (const one of steps) {
          const batch = one.references.map((reference): Reference => {
            if (reference === 'unknown') return { contact_id: UNKNOWN_ID };
            return (reference.by === 'id' ? byId : byPhone)(contacts[reference.contact]!);
          });
          const answer =
            one.do === 'everywhere'
              ? await api.removeEverywhere(batch)
              : await (one.do === 'add'
                  ? api.addMembers(lists[one.list]!, batch)
                  : api.removeMembers(lists[one.list]!, batch));
          const unknown = one.references.flatMap((each) => (each === 'unknown' ? [{ contact_id: UNKNOWN_ID }] : []));
          const named = unknown.length > 0 && { unmatched_references: unknown };
          expect(answer).toEqual({ ok: true, ...model.apply(one), ...named });
          for (const [i, id] of lists.entries()) {
            const members = (await api.members(id)).map(({ contact_id }) => numbers.get(contact_id));
            expect(members).toEqual(model.lists.get(i));
            expect((await api.list(id)).member_count).toBe(members.length);
          }
        }
        for (const [i, id] of lists.entries()) {
          const removed = (await api.members(id, 'removed')).map(({ contact_id }) => numbers.get(contact_id)!);
          expect(new Set(removed).size).toBe(removed.length);
          expect(removed.filter((contact) => model.lists.get(i)!.includes(contact))).toEqual([]);
        }
      }),
      { numRuns: 20 },
    );
  });

  it('[seed 4 rule 3] concurrent batches have the counts and the final state of some serial order', async () => {
    const workspace = await TestWorkspace.make(service());
    const { api } = workspace;
    const contacts = await workspace.contacts(20);
    const { smart_list_id: id } = await api.createList();
    for (let round = 0; round < 5; round += 1) {
      const before = (await api.list(id)).member_count;
      const [added, removed, everywhere] = await Promise.all([
        Promise.all([0, 5, 10].map((at) => api.addMembers(id, contacts.slice(at, at + 10).map(byId)))),
        Promise.all([2, 7].map((at) => api.removeMembers(id, contacts.slice(at, at + 10).map(byPhone)))),
        api.removeEverywhere(contacts.slice(4, 12).map(byId)),
      ]);
      const inserted = added.reduce((sum, counts) => sum + counts.inserted, 0);
      const gone = removed.reduce((sum, counts) => sum + counts.removed, everywhere.removed);
      const after = await api.list(id);
      expect(after.member_count).toBe(before + inserted - gone);
      expect(await api.members(id)).toHaveLength(after.member_count);
      for (const counts of added) expect(counts.inserted + counts.skipped + counts.unmatched).toBe(10);
      for (const counts of removed) expect(counts.removed + counts.skipped + counts.unmatched).toBe(10);
    }
  });
});
