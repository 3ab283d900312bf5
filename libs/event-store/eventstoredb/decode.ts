import type { AllStreamResolvedEvent, ResolvedEvent } from '@eventstore/db-client';
import type { Position, RecordedEvent } from '#kernel';
import { type Decoding, followed, presentDay } from '../decode.js';
import type { FollowedEvent } from '../event-store.js';
import { writePosition } from './position.js';

/** An event as the client hands it out. Links are not resolved, so the event is always there. */
export type FoundEvent = NonNullable<(AllStreamResolvedEvent | ResolvedEvent)['event']>;

/**
 * A present-day event of one that was found. The client has parsed the JSON already; what it could not parse it leaves
 * as text or bytes.
 * @throws UnknownEventError a type or version this process does not know, or data or metadata that is no JSON object.
 */
export function decode(found: FoundEvent, decoding: Decoding): RecordedEvent {
  const { isJson, data, metadata, position } = found;
  return presentDay(placeOf(found), decoding, {
    data: () => (isJson && position ? data : undefined),
    metadata: () => metadata,
  });
}

/** What a follower is given of an event that was found: in its place that it cannot be read, where that is so. */
export function decodeFollowed(found: FoundEvent, decoding: Decoding): FollowedEvent {
  return followed(placeOf(found), () => decode(found, decoding));
}

function placeOf({ id, streamId: stream, revision, type, position }: FoundEvent) {
  // Without a position it counts as unreadable.
  return { id, stream, revision: Number(revision), type, position: (position && writePosition(position)) as Position };
}
