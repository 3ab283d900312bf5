import type { AllStreamResolvedEvent, ResolvedEvent } from '@eventstore/db-client';
import type { Position, RecordedEvent } from '#kernel';
import { type Decoding, followed, presentDay } from '../decode.js';
import type { FollowedEvent } from '../event-store.js';
import { writePosition } from './position.js';

/** An event as the client returns it. Links are not resolved, so the event is always present. */
export type FoundEvent = NonNullable<(AllStreamResolvedEvent | ResolvedEvent)['event']>;

/**
 * The event in its present version. The client has parsed the JSON already; text that it could not parse stays text or
 * bytes.
 * @throws UnknownEventError a type or version that this process does not know, or data or metadata that is no JSON
 * object
 */
export function decode(found: FoundEvent, decoding: Decoding): RecordedEvent {
  const { isJson, data, metadata, position } = found;
  return presentDay(headerOf(found), decoding, {
    data: () => (isJson && position ? data : undefined),
    metadata: () => metadata,
  });
}

/** The entry of an event for followers: the event, or the reason why it cannot be read. */
export function decodeFollowed(found: FoundEvent, decoding: Decoding): FollowedEvent {
  return followed(headerOf(found), () => decode(found, decoding));
}

function headerOf({ id, streamId: stream, revision, type, position }: FoundEvent) {
  // Without a position it counts as unreadable.
  return { id, stream, revision: Number(revision), type, position: (position && writePosition(position)) as Position };
}
