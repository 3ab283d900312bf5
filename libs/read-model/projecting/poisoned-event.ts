import { type FollowedEvent, isUnreadable } from '#event-store';
import { messageOf, type Position, WORKSPACE_STREAMS, workspaceStream } from '#kernel';

/**
 * An event that this process cannot project, and the reason: enough for an operator to find it. Its stream is held back
 * from this event on.
 */
export interface PoisonedEvent {
  readonly stream: string;
  readonly revision: number;
  /** Absent where the event was read by its stream, from a store that does not tell it there. */
  readonly position?: Position;
  readonly type: string;
  /** The workspace of its stream, else the one that the event names; '' where neither does. */
  readonly workspaceId: string;
  /** Name of the collection whose projection failed; null where none was reached. */
  readonly projection: string | null;
  readonly reason: string;
}

/** Most characters of a reason: messages of errors may contain a whole document. */
const REASON_LENGTH = 500;

/**
 * Describes an event that cannot be projected.
 * @param error what a projection threw, or a sentence
 */
export function poisonedBy(event: FollowedEvent, error: unknown, projection: string | null = null): PoisonedEvent {
  const { stream, revision, position, type } = event;
  // The record of a skipped event names this workspace: with that of a foreign event, the record would be foreign
  // again.
  const workspaceId = workspaceOf(stream) ?? workspaceIdOf(event);
  const reason = messageOf(error).slice(0, REASON_LENGTH);
  return { stream, revision, ...(position !== undefined && { position }), type, workspaceId, projection, reason };
}

/**
 * Why an event cannot be projected, as far as that is known before any projection has seen it; undefined: no reason is.
 */
export function poisonBeforeFolding(event: FollowedEvent): PoisonedEvent | undefined {
  if (isUnreadable(event)) return poisonedBy(event, event.unreadable);
  // Its rows and its projected revision would be those of another workspace.
  const isForeign = event.stream.startsWith(WORKSPACE_STREAMS) && event.stream !== streamOf(event);
  return isForeign ? poisonedBy(event, 'it names another workspace than its stream') : undefined;
}

/** The stream of the workspace that an event names. */
export function streamOf(event: FollowedEvent): string {
  return workspaceStream(workspaceIdOf(event));
}

/** The workspace of a stream; undefined for a stream of another kind. */
export function workspaceOf(stream: string): string | undefined {
  return stream.startsWith(WORKSPACE_STREAMS) ? stream.slice(WORKSPACE_STREAMS.length) : undefined;
}

/** The workspace that an event names; '' where an event that cannot be read names none. */
export function workspaceIdOf(event: FollowedEvent): string {
  return isUnreadable(event) ? event.workspaceId : event.metadata.workspace_id;
}
