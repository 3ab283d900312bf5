import { CALLS } from '#dialing/domain';
import type { ReadModel } from '#read-model';

/** Calls in flight up to which one read returns all of them: most workspaces have no more. */
const FEW = 25;

/** The calls in flight of some contacts, by contact. */
export async function callsInFlightOf(
  readModel: Pick<ReadModel, 'merge' | 'page'>,
  workspaceId: string,
  contactIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (contactIds.length === 0) return new Map();
  const all = await readModel.page(CALLS, { index: 'in_flight', prefix: [workspaceId, 1], limit: FEW });
  const calls =
    all.length < FEW
      ? all
      : await readModel.merge(CALLS, {
          index: 'in_flight',
          prefixes: contactIds.map((contactId) => [workspaceId, 1, contactId]),
          limit: contactIds.length,
        });
  return new Map(calls.map(({ contact_id, call_id }) => [contact_id, call_id]));
}
