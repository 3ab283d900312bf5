import type { Call, Member, SmartListsClient } from '@smart-lists/client';
import { batches } from './batches.js';

/** Most items of a page. */
const PAGE = { page_size: 200 } as const;
/** Requests at the same time. */
const AT_ONCE = 20;

/** All calls of the workspace, in the order in which they began. */
export async function walkCalls(client: SmartListsClient): Promise<readonly Call[]> {
  const calls: Call[] = [];
  for await (const call of client.paginate('/calls', { params: { query: PAGE } })) calls.push(call);
  return calls;
}

/** All members of some lists, former ones too. */
export async function walkMembers(client: SmartListsClient, lists: readonly string[]): Promise<readonly Member[]> {
  const members: Member[] = [];
  for (const smartListId of lists) {
    for (const former of [{}, { status: 'removed' }] as const) {
      const params = { path: { smartListId }, query: { ...PAGE, ...former } };
      const path = '/smart-lists/{smartListId}/members';
      for await (const member of client.paginate(path, { params })) members.push(member);
    }
  }
  return members;
}

/** The ids of the calls that have a reference, by that reference. */
export async function findCalls(
  client: SmartListsClient,
  references: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const found = new Map<string, readonly string[]>();
  const find = async (reference: string): Promise<void> => {
    const { data } = await client.GET('/calls', { params: { query: { reference } } });
    found.set(
      reference,
      data.calls.map(({ call_id }) => call_id),
    );
  };
  for (const some of batches(references, AT_ONCE)) await Promise.all(some.map(find));
  return found;
}
