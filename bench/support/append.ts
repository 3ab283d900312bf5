import type { EventStore } from '../../libs/event-store/index.js';
import { workspaceStream } from '../../libs/kernel/index.js';
import type { DomainEvent } from '../../libs/kernel/index.js';
import { metadata, newEvent } from './events.js';

/** 3,000 events of calls are about 1 MiB of data, the limit of one append. */
const EVENTS_AN_APPEND = 1_000;

/**
 * Appends `count` times the events of `events` to a stream; those of one call stay in one append. Returns the last
 * revision.
 */
export type Append = (
  count: number,
  events: (at: number) => readonly DomainEvent[],
  occurredAt?: string,
) => Promise<number>;

/** Appends to a workspace's stream like the service. It must be the only writer of the stream meanwhile. */
export async function appendTo(store: EventStore, workspaceId: string): Promise<Append> {
  const stream = workspaceStream(workspaceId);
  const [last] = await store.read(stream, { backwards: true, limit: 1 });
  let { revision } = last!;
  return async (count, events, occurredAt) => {
    const meta = metadata(workspaceId, occurredAt);
    const some = Math.max(1, Math.floor(EVENTS_AN_APPEND / events(0).length));
    for (let from = 0; from < count; from += some) {
      const length = Math.min(some, count - from);
      const batch = Array.from({ length }, (_, at) => events(from + at)).flat();
      const appended = await store.append(
        stream,
        batch.map((event) => newEvent(event, meta)),
        revision,
      );
      ({ revision } = appended);
    }
    return revision;
  };
}
