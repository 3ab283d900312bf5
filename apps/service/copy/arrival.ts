import { ChainedEventStore } from '#event-store';
import { arrivalStream, instant, type NewEvent } from '#kernel';
import { namedBy } from '#personal-data';
import type { WorkspaceArrivalBegun } from '#workspaces/domain';
import { systemMachine } from '../machine.js';
import { PastRefusal } from '../past/past-refusal.js';
import type { CopySource, CopyTarget } from './stores.js';

/** What a log has of a workspace that is to arrive there. */
export interface Present {
  readonly hasEvents: boolean;
  /** Arrivals that its events have ended, also in other logs. */
  readonly endedArrivals: ReadonlySet<string>;
}

/**
 * Makes sure that a log takes a workspace in, before its first event: until its writes are resumed nothing acts on it.
 * @param place the log, in sentences
 * @throws PastRefusal no service has used the log yet, its keys cannot take those of the workspace, or the workspace
 *   was there before
 */
export async function beginArrival(
  source: CopySource,
  target: CopyTarget,
  workspaceId: string,
  { hasEvents, endedArrivals }: Present,
  place: string,
): Promise<void> {
  const { store } = target;
  await refuseUnfitKeys(source, target, place);
  const [begun] = await store.read(arrivalStream(workspaceId), { limit: 1 });
  const isOver = begun && endedArrivals.has((begun.data as WorkspaceArrivalBegun['data']).arrival_id);
  if (isOver || (!begun && hasEvents)) {
    throw refused(`The log in ${place} has had this workspace before: it cannot move there.`);
  }
  if (begun) return;
  await new ChainedEventStore(store).append(arrivalStream(workspaceId), [arrivalOf(workspaceId)], 'no_stream');
}

async function refuseUnfitKeys(source: CopySource, { store, keys }: CopyTarget, place: string): Promise<void> {
  const named = await namedBy(store);
  if (!named) throw refused(`No service has used the log in ${place} yet: start one on it once.`);
  const [from, to] = await Promise.all([source.keys.store(), keys.store()]);
  if (to?.id !== named.id) {
    throw refused(`The keys of personal data are not those of the log in ${place}: name its PERSONAL_KEYS_URL.`);
  }
  // What was sealed under them counts as shredded here, and could not be read there.
  if (from?.isLossAccepted && !to.isLossAccepted) {
    throw refused(
      'Keys of personal data were lost before (PERSONAL_KEYS_LOST): what they sealed cannot be read there.',
    );
  }
}

function refused(sentence: string): PastRefusal {
  return new PastRefusal('not_understood', sentence);
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
