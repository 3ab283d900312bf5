import type { Position, RecordedEvent } from '#kernel';

/** One event as the store returns it. */
export interface LoggedEvent extends RecordedEvent<string, Readonly<Record<string, unknown>>> {
  readonly position: Position;
}

/** The position before the first event. */
export const START = '' as Position;

/** Reads the event log of a running service directly from the store, without the service. */
export interface Log {
  /** The position of the last event; {@link START} of an empty log. */
  head(): Promise<Position>;

  /** The events after a position, in order. */
  after(position: Position): Promise<readonly LoggedEvent[]>;

  close(): Promise<void>;
}

/** The workers that append to a workspace when a receiver answers, and moments after any event. */
const AT_ANY_TIME: readonly (string | null)[] = ['endpoint_health', 'event_feeds', 'due_callbacks', 'zones_refresh'];

/**
 * Without the events of deliveries, of the health of endpoints, of feeds, of due callbacks and of refreshed zones: they
 * are appended when a receiver answers, or moments later than what they follow from, at a time that the tests do not
 * control.
 */
export function decided(events: readonly LoggedEvent[]): readonly LoggedEvent[] {
  return events.filter(
    ({ stream, metadata: { actor } }) => !stream.startsWith('delivery-') && !AT_ANY_TIME.includes(actor.id),
  );
}
