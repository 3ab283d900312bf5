import type { AllStreamResolvedEvent, ResolvedEvent } from '@eventstore/db-client';
import { UnknownEventError } from '#kernel';
import type { EventMetadata, RecordedEvent, Upcaster } from '#kernel';
import { writePosition } from './position.js';

/** An event as the client hands it out. Links are not resolved, so the event is always there. */
export type FoundEvent = NonNullable<(AllStreamResolvedEvent | ResolvedEvent)['event']>;

/**
 * A present-day event of one that was found. The client has parsed the JSON already; what it could not parse it leaves as text or
 * bytes.
 * @throws UnknownEventError a type or version this process does not know, or data or metadata that is no JSON object.
 */
export function decode(found: FoundEvent, upcast: Upcaster): RecordedEvent {
  const { id, streamId: stream, type, data, metadata, position } = found;
  const revision = Number(found.revision);
  if (!found.isJson || !isObject(data) || !isObject(metadata) || !position) {
    throw new UnknownEventError(stream, revision, `${type} is not written in JSON`);
  }
  return upcast({
    ...{ id, stream, revision, position: writePosition(position), type, data },
    metadata: metadata as unknown as EventMetadata,
  });
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !(value instanceof Uint8Array);
}
