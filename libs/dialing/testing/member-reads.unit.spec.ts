import fc from 'fast-check';
import { type Collection, type IndexValue, keyOf } from '#kernel';
import { TEST_WORKSPACE, type TestWorkspace } from '#kernel/testing';
import { CONTACTS } from '#contacts/domain';
import { MEMBER_STATUSES, MEMBERS, type MemberStatus } from '#members/domain';
import { MemoryReadModel } from '#read-model/testing';
import { SMART_LISTS } from '#smart-lists/domain';
import { WORKSPACES } from '#workspaces/domain';
import { ListMembers, ListMembersHandler } from '../../members/queries/list-members.query.js';
import { CALLS } from '../domain/calls/call.js';
import { histories } from './histories.js';
import { showMembers } from './reference-model/views.js';
import { same, TwoDialings } from './two-dialings.js';

/*
 * Goal: pages of members show, for each status, exactly the members that the reference model gives it, with its
 * counters.
 * Method: random histories as in decided-dialing.unit.spec.ts. All pages of two rows of each list and status are
 * compared with the model at every twelfth step and at the end.
 */

/** Histories. HISTORIES=5000, with Jest's --testTimeout, for a run over night. */
const RUNS = Number(process.env['HISTORIES'] ?? 40);

/** Steps between two checks: a check costs more than a step. */
const EVERY = 12;

/** The rows of a workspace in a read model. */
async function readModelOf(workspace: TestWorkspace): Promise<MemoryReadModel> {
  const readModel = new MemoryReadModel();
  for (const collection of [WORKSPACES, SMART_LISTS, CONTACTS, MEMBERS, CALLS] as readonly Collection[]) {
    const rows = workspace.all(collection);
    await readModel.putRows(rows.map((document) => ({ collection, key: keyOf(collection, document), document })));
  }
  return readModel;
}

/** All pages of a read, two rows each. */
async function pages(handler: ListMembersHandler, listId: string, status: MemberStatus | undefined) {
  const rows: Record<string, unknown>[] = [];
  for (let after: readonly IndexValue[] | undefined; ;) {
    const page = await handler.execute(new ListMembers(TEST_WORKSPACE, listId, status, 2, after));
    rows.push(...page.members);
    if (!page.next) return rows;
    after = page.next;
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
  const anyOrder = status === 'waiting' || status === 'in_call';
  return anyOrder ? shown.sort((a, b) => (a.contact_id < b.contact_id ? -1 : 1)) : shown;
}

describe('reads of members', () => {
  it('show for each status the members that have it by the rules, with their counters', async () => {
    await fc.assert(
      fc.asyncProperty(histories(), fc.boolean(), async ({ begins, steps }, promotes) => {
        const both = new TwoDialings(begins, true);
        for (const [n, step] of steps.entries()) {
          both.play(step, promotes ? 'promote' : '');
          if (n % EVERY !== 0 && n < steps.length - 1) continue;
          const now = async () => both.workspace.now;
          const handler = new ListMembersHandler(await readModelOf(both.workspace), { now });
          for (const { id, name } of both.model.lists.filter(({ live }) => live)) {
            const { smart_list_id } = both.listNamed(name);
            for (const status of [undefined, ...MEMBER_STATUSES]) {
              const found = await pages(handler, smart_list_id, status);
              const expected = showMembers(both.model, id, status ?? null);
              same(comparable(status, found), comparable(status, expected), { status, name });
            }
          }
        }
      }),
      { numRuns: RUNS },
    );
  });
});
