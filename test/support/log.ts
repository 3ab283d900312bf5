import type { Position, RecordedEvent } from '#kernel';

/** One event as it stands in the store. */
export interface LoggedEvent extends RecordedEvent<string, Readonly<Record<string, unknown>>> {
  readonly position: Position;
}

/** The position before the first event. */
export const START = '' as Position;

/** Looks into a running service's event log, past everything the service says about itself. */
export interface Log {
  /** The position of the last event; {@link START} of an empty log. */
  head(): Promise<Position>;

  /** The events after a position, in order. */
  after(position: Position): Promise<readonly LoggedEvent[]>;

  close(): Promise<void>;
}

/** Those that somebody's request or the service's own decisions made: what becomes of a delivery comes whenever its receiver answers. */
export function decided(events: readonly LoggedEvent[]): readonly LoggedEvent[] {
  return events.filter(({ stream }) => !stream.startsWith('delivery-'));
}
