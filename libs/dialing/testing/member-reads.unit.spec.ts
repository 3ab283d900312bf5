import fc from 'fast-check';
import { MEMBER_STATUSES, type MemberStatus } from '#members/domain';
import { allHistories } from './histories.js';
import { checkedWhilePlayed, type Reads } from './member-reads.js';
import { showMembers } from './reference-model/views.js';
import { same } from './two-dialings.js';

/*
 * Goal: pages of members show, for each status, exactly the members that the reference model gives it, with its
 * counters; and one member, and the memberships of a contact, are shown as these pages show them.
 * Method: random histories as in decided-dialing.unit.spec.ts. All pages of two rows of each list and status are
 * compared with the model at every twelfth step and at the end, and then each member and contact with those pages.
 */

/** Histories. HISTORIES=5000, with Jest's --testTimeout, for a run over night. */
const RUNS = Number(process.env['HISTORIES'] ?? 40);

/** Steps between two checks: a check costs more than a step. */
const EVERY = 12;

/** Each member, and the memberships of each contact, are shown as the pages of their lists show them. */
async function expectSameAlone(
  { ofList, ofContact, one }: Reads,
  lists: readonly { readonly smart_list_id: string; readonly name: string }[],
  contacts: readonly { readonly id: string; readonly live: boolean }[],
): Promise<void> {
  const memberships: Awaited<ReturnType<Reads['ofContact']>> = [];
  for (const { smart_list_id: id, name } of [...lists].sort((a, b) => (a.smart_list_id < b.smart_list_id ? -1 : 1))) {
    const [active, ended] = [await ofList(id, undefined), await ofList(id, 'removed')];
    memberships.push(...active.map((member) => ({ ...member, smart_list_name: name })));
    for (const member of [...active, ...ended]) same(await one(id, member.contact_id), member, { name });
    const known = new Set([...active, ...ended].map(({ contact_id }) => contact_id));
    for (const stranger of contacts.filter((contact) => !known.has(contact.id)))
      await expect(one(id, stranger.id)).rejects.toMatchObject({ code: 'not_found' });
  }
  for (const { id, live } of contacts) {
    const own = memberships.filter(({ contact_id }) => contact_id === id);
    if (live) same(await ofContact(id), own, { contact: id });
    else await expect(ofContact(id)).rejects.toMatchObject({ code: 'not_found' });
  }
}

interface Shown {
  readonly contact_id: string;
  readonly smart_list_id: string;
  readonly last_disposition: { readonly outcome_name: string } | null;
}

/** The fields that both sides share: without the ids that each gave its lists and outcomes. */
function comparable(status: MemberStatus | undefined, rows: readonly object[]): readonly object[] {
  const shown = (rows as readonly Shown[]).map(({ contact_id, smart_list_id: _, last_disposition, ...rest }) => ({
    contact_id,
    last_disposition: last_disposition?.outcome_name,
    ...rest,
  }));
  // The order of these is not that of their numbers.
  const anyOrder = status === 'waiting' || status === 'in_call' || status === 'frozen';
  return anyOrder ? shown.sort((a, b) => (a.contact_id < b.contact_id ? -1 : 1)) : shown;
}

describe('reads of members', () => {
  it('show for each status the members that have it by the rules, with their counters', async () => {
    await fc.assert(
      fc.asyncProperty(allHistories(), fc.boolean(), (history, promotes) =>
        checkedWhilePlayed(history, { promotes, every: EVERY }, async (both, reads) => {
          const lists = both.model.lists.filter(({ live }) => live);
          for (const { id, name } of lists) {
            const { smart_list_id } = both.listNamed(name);
            for (const status of [undefined, ...MEMBER_STATUSES]) {
              const found = await reads.ofList(smart_list_id, status);
              const expected = showMembers(both.model, id, status ?? null);
              same(comparable(status, found), comparable(status, expected), { status, name });
            }
          }
          const named = lists.map(({ name }) => both.listNamed(name));
          await expectSameAlone(reads, named, both.model.contacts);
        }),
      ),
      { numRuns: RUNS },
    );
  });
});
