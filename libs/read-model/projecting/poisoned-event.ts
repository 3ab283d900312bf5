import { type FollowedEvent, isUnreadable } from '#event-store';
import { WORKSPACE_STREAMS, workspaceStream } from '#kernel';

/**
 * An event that this process cannot project, and why: enough for an operator to find it. Its stream is held back from
 * it on.
 */
export interface PoisonedEvent {
  readonly stream: string;
  readonly revision: number;
  readonly type: string;
  /** That of its stream, else the one that the event names; '' where neither tells it. */
  readonly workspaceId: string;
  /** Name of the collection whose projection failed; null where none was reached. */
  readonly projection: string | null;
  readonly reason: string;
}

/** Reasons come from errors, whose messages may hold a whole document. */
const REASON_LENGTH = 500;

/**
 * What is wrong with an event.
 * @param error what a projection threw, or a sentence
 */
export function poisonedBy(event: FollowedEvent, error: unknown, projection: string | null = null): PoisonedEvent {
  const { stream, revision, type } = event;
  // What stands in for a skipped event names this workspace: that of a foreign event would be foreign again.
  const workspaceId = workspaceOf(stream) ?? workspaceIdOf(event);
  const reason = (error instanceof Error ? error.message : String(error)).slice(0, REASON_LENGTH);
  return { stream, revision, type, workspaceId, projection, reason };
}

/** What is wrong with an event before any projection has seen it; undefined: nothing. */
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

/** The workspace whose stream this is; undefined for any other stream. */
export function workspaceOf(stream: string): string | undefined {
  return stream.startsWith(WORKSPACE_STREAMS) ? stream.slice(WORKSPACE_STREAMS.length) : undefined;
}

function workspaceIdOf(event: FollowedEvent): string {
  return isUnreadable(event) ? event.workspaceId : event.metadata.workspace_id;
}
