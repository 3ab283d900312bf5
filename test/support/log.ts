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

/**
 * Without the events of deliveries: they are appended when a receiver answers, at a time that the tests do not control.
 */
export function decided(events: readonly LoggedEvent[]): readonly LoggedEvent[] {
  return events.filter(({ stream }) => !stream.startsWith('delivery-'));
}
