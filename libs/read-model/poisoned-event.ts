import type { RecordedEvent } from '#kernel';
import { UnknownEventError } from '#kernel';

/** Where a follower stopped: enough for an operator to find the event. */
export interface PoisonedPlace {
  readonly stream: string;
  readonly revision: number;
  /** Undefined where the event could not even be read. */
  readonly type: string | undefined;
  /** Name of the collection whose projection failed; undefined where none was reached. */
  readonly projection: string | undefined;
}

/** An event that this process cannot project. Its follower stops for good before it; all events before it are projected. */
export class PoisonedEventError extends Error {
  override readonly name = 'PoisonedEventError';

  constructor(
    readonly place: PoisonedPlace,
    readonly reason: string,
  ) {
    const { stream, revision, type, projection } = place;
    const what = type === undefined ? '' : ` (${type})`;
    super(`${stream}@${revision}${what} cannot be projected${projection ? ` by ${projection}` : ''}: ${reason}`);
  }

  /** Names an event at which a projection threw. */
  static at(event: RecordedEvent, projection: string, error: unknown): PoisonedEventError {
    const place = { stream: event.stream, revision: event.revision, type: event.type, projection };
    return new PoisonedEventError(place, error instanceof Error ? error.message : String(error));
  }

  /** Names an event that the event store could not bring to its present version. */
  static unreadable(error: UnknownEventError): PoisonedEventError {
    const place = { stream: error.stream, revision: error.revision, type: undefined, projection: undefined };
    return new PoisonedEventError(place, error.message);
  }
}
