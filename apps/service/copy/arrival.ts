import { ChainedEventStore } from '#event-store';
import { arrivalStream, instant, type NewEvent } from '#kernel';
import { KEYS_STREAM, type PersonalKeysMade } from '#personal-data';
import type { WorkspaceArrivalBegun } from '#workspaces/domain';
import { systemMachine } from '../machine.js';
import { PastRefusal } from '../past/past-refusal.js';
import type { CopyTarget } from './stores.js';

/**
 * Makes sure that a log takes a workspace in, before its first event: until its writes are resumed nothing acts on it.
 * @param hasEvents whether the log has events of the workspace
 * @param place the log, in sentences
 * @throws PastRefusal no service has used the log yet, the keys are of another log, or the workspace was there before
 */
export async function beginArrival(
  { store, keys }: Pick<CopyTarget, 'store' | 'keys'>,
  workspaceId: string,
  hasEvents: boolean,
  place: string,
): Promise<void> {
  const refused = (sentence: string): PastRefusal => new PastRefusal('not_understood', sentence);
  const [named] = await store.read(KEYS_STREAM, { backwards: true, limit: 1 });
  if (!named) throw refused(`No service has used the log in ${place} yet: start one on it once.`);
  if ((await keys.storeId()) !== (named.data as PersonalKeysMade['data']).keys_id) {
    throw refused(`The keys of personal data are not those of the log in ${place}: name its PERSONAL_KEYS_URL.`);
  }
  const [begun] = await store.read(arrivalStream(workspaceId), { limit: 1 });
  if (begun) return;
  if (hasEvents) throw refused(`The log in ${place} has had this workspace before: it cannot move there.`);
  await new ChainedEventStore(store).append(arrivalStream(workspaceId), [arrivalOf(workspaceId)], 'no_stream');
}

function arrivalOf(workspace_id: string): NewEvent {
  const { ids, clock } = systemMachine;
  const begun: WorkspaceArrivalBegun = { type: 'WorkspaceArrivalBegun', data: { arrival_id: ids.next() } };
  const metadata = {
    schema_version: 1,
    workspace_id,
    occurred_at: instant(clock.now()),
    actor: { kind: 'system', id: 'log-copy' },
    correlation_id: ids.next(),
    causation_id: null,
  } as const;
  return { id: ids.next(), ...begun, metadata };
}
