import { type Collection, type IndexValue, keyOf } from '#kernel';
import { TEST_WORKSPACE, type TestWorkspace } from '#kernel/testing';
import { CALLING_HOURS } from '#calling-hours/domain';
import { CONTACTS } from '#contacts/domain';
import { DO_NOT_CALL } from '#do-not-call/domain';
import { MEMBER_COUNTS, MEMBERS, type MemberStatus } from '#members/domain';
import { MemoryReadModel } from '#read-model/testing';
import { SMART_LISTS } from '#smart-lists/domain';
import { WORKSPACES } from '#workspaces/domain';
import { LIST_ATTEMPTS } from '../../members/domain/list-attempts.js';
import { GetListProgress, GetListProgressHandler } from '../../members/queries/get-list-progress.query.js';
import { GetMember, GetMemberHandler } from '../../members/queries/get-member.query.js';
import { MEMBERS_PAGE } from '../../members/pages/members-page.js';
import { ListMemberships, ListMembershipsHandler } from '../../members/queries/list-memberships.query.js';
import { CALLS } from '../domain/calls/call.js';
import type { Step } from './histories.js';
import { TwoDialings } from './two-dialings.js';

/** The rows of a workspace in a read model. */
async function readModelOf(workspace: TestWorkspace): Promise<MemoryReadModel> {
  const readModel = new MemoryReadModel();
  for (const collection of [
    WORKSPACES,
    SMART_LISTS,
    CONTACTS,
    CALLING_HOURS,
    DO_NOT_CALL,
    MEMBERS,
    LIST_ATTEMPTS,
    MEMBER_COUNTS,
    CALLS,
  ] as readonly Collection[]) {
    const rows = workspace.all(collection);
    await readModel.putRows(rows.map((document) => ({ collection, key: keyOf(collection, document), document })));
  }
  return readModel;
}

interface Page<Row> {
  readonly rows: readonly Row[];
  readonly next: readonly IndexValue[] | undefined;
}

/** All rows of a read, page by page. */
async function walked<Row>(read: (after: readonly IndexValue[] | undefined) => Promise<Page<Row>>): Promise<Row[]> {
  const all: Row[] = [];
  for (let after: readonly IndexValue[] | undefined; ;) {
    const { rows, next } = await read(after);
    all.push(...rows);
    if (!next) return all;
    after = next;
  }
}

/** The reads of members of a workspace as it is now, pages with two rows each. */
export async function readsOf(workspace: TestWorkspace) {
  const [readModel, decider] = [await readModelOf(workspace), { now: async () => workspace.now }];
  const memberships = new ListMembershipsHandler(readModel, decider);
  const one = new GetMemberHandler(readModel, decider);
  const progress = new GetListProgressHandler(readModel, decider);
  return {
    ofList: (listId: string, status: MemberStatus | undefined) =>
      walked(async (after) => {
        const list = { workspaceId: TEST_WORKSPACE, smartListId: listId };
        const page = { ...list, status, size: 2, after, at: workspace.now };
        const { items, next } = await MEMBERS_PAGE.find(readModel, page);
        return { rows: items, next };
      }),
    ofContact: (contactId: string) =>
      walked(async (after) => {
        const found = await memberships.execute(new ListMemberships(TEST_WORKSPACE, contactId, 2, after));
        return { rows: found.memberships, next: found.next };
      }),
    one: (listId: string, contactId: string) => one.execute(new GetMember(TEST_WORKSPACE, listId, contactId)),
    progress: (listId: string) => progress.execute(new GetListProgress(TEST_WORKSPACE, listId)),
  };
}

export type Reads = Awaited<ReturnType<typeof readsOf>>;

/**
 * Plays a history on both sides, and checks the reads of members at every `every`th step and at the end.
 * @param promotes whether rows that have become due are promoted before each step
 */
export async function checkedWhilePlayed(
  { begins, steps }: { readonly begins: number; readonly steps: readonly Step[] },
  { promotes, every }: { readonly promotes: boolean; readonly every: number },
  check: (both: TwoDialings, reads: Reads) => Promise<void>,
): Promise<void> {
  const both = new TwoDialings(begins, true);
  for (const [n, step] of steps.entries()) {
    both.play(step, promotes ? 'promote' : '');
    if (n % every !== 0 && n < steps.length - 1) continue;
    await check(both, await readsOf(both.workspace));
  }
}
