import { UnknownEventError } from '#kernel';
import type { EventMetadata, Position, RecordedEvent, Upcaster } from '#kernel';

/** An event as a store keeps it: data and metadata are still JSON text. */
export interface StoredEvent {
  readonly id: string;
  readonly stream: string;
  readonly revision: number;
  readonly position: Position;
  readonly type: string;
  readonly data: string;
  readonly metadata: string;
}

/**
 * Makes present-day events of stored ones: the hook through which every event that is read goes, and through which the golden
 * JSON of each type and version is decoded in tests. Neighbours of one append have the same metadata text; it is parsed once, so
 * their `metadata` may be one and the same object.
 */
export class EventDecoder {
  private text = '';
  private metadata: EventMetadata | undefined;

  constructor(private readonly upcast: Upcaster) {}

  /** @throws UnknownEventError a type or version this process does not know, or text that is no JSON. */
  decode(stored: StoredEvent): RecordedEvent {
    const { id, stream, revision, position, type } = stored;
    let data: object;
    try {
      data = JSON.parse(stored.data) as object;
      if (this.metadata === undefined || stored.metadata !== this.text) {
        this.metadata = JSON.parse(stored.metadata) as EventMetadata;
        this.text = stored.metadata;
      }
    } catch {
      throw new UnknownEventError(stream, revision, `${type} is not written in JSON`);
    }
    return this.upcast({ id, stream, revision, position, type, data, metadata: this.metadata });
  }
}
