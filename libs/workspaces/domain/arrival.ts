import type { DomainEvent, RecordedEvent } from '#kernel';

/**
 * The log of a workspace is copied here from another service, from now on. Nothing acts on it until an operator resumes
 * its writes (docs/adr/0090-a-workspace-moves-with-its-log.md).
 */
export type WorkspaceArrivalBegun = DomainEvent<
  'WorkspaceArrivalBegun',
  {
    /** The event that resumes the writes names it: events that were copied may end earlier arrivals elsewhere. */
    readonly arrival_id: string;
  }
>;

/** What the row of a workspace says of pauses. */
interface Pauses {
  readonly writes_paused: boolean;
  /** Null: its log is not being copied here. */
  readonly arrival_id: string | null;
}

/** Whether the log of a workspace is being copied here: its rows are not all there. */
export function isArriving({ arrival_id }: Pick<Pauses, 'arrival_id'>): boolean {
  return arrival_id !== null;
}

/** Whether nothing may be written to a workspace: its writes are paused, or its log is being copied here. */
export function areWritesPaused(pauses: Pauses): boolean {
  return pauses.writes_paused || isArriving(pauses);
}

/**
 * The place of an event in the history of the row of its workspace: an arrival stands before the first event of the
 * workspace's own stream.
 */
export function orderInWorkspace({ type, revision }: RecordedEvent): number {
  return type === 'WorkspaceArrivalBegun' ? -1 : revision;
}
