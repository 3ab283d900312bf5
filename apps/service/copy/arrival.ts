import { ChainedEventStore, type EventStore, WrongExpectedRevisionError } from '#event-store';
import { instant, type NewEvent } from '#kernel';
import { KEYS_STREAM } from '#personal-data';
import { ARRIVALS_STREAM, type WorkspaceArrivalBegun } from '#workspaces/domain';
import { systemMachine } from '../machine.js';
import { PastRefusal } from '../past/past-refusal.js';

/** Events of one read. */
const PAGE = 1_000;

/**
 * Makes sure that a log takes a workspace in, before its first event: until its writes are resumed nothing acts on it.
 * @param hasEvents whether the log has events of the workspace
 * @param place the log, in sentences
 * @throws PastRefusal no service has used the log yet, or the workspace was there before
 */
export async function beginArrival(
  store: EventStore,
  workspaceId: string,
  hasEvents: boolean,
  place: string,
): Promise<void> {
  const [named] = await store.read(KEYS_STREAM, { backwards: true, limit: 1 });
  if (!named) {
    throw new PastRefusal('not_understood', `No service has used the log in ${place} yet: start one on it once.`);
  }
  for (;;) {
    const { end, hasArrived } = await arrivals(store, workspaceId);
    if (hasArrived) return;
    if (hasEvents) {
      throw new PastRefusal(
        'not_understood',
        `The log in ${place} has had this workspace before: it cannot move there.`,
      );
    }
    const expected = end === 0 ? 'no_stream' : end - 1;
    try {
      await new ChainedEventStore(store).append(ARRIVALS_STREAM, [arrivalOf(workspaceId)], expected);
      return;
    } catch (error) {
      // The arrival of another workspace was begun in between.
      if (!(error instanceof WrongExpectedRevisionError)) throw error;
    }
  }
}

/** Whether the arrival of a workspace was begun, and how many arrivals there are. */
async function arrivals(store: EventStore, workspaceId: string) {
  let hasArrived = false;
  for (let end = 0; ; end += PAGE) {
    const page = await store.read(ARRIVALS_STREAM, { from: end, limit: PAGE });
    hasArrived ||= page.some(({ metadata }) => metadata.workspace_id === workspaceId);
    if (page.length < PAGE) return { end: end + page.length, hasArrived };
  }
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
