/** What a follower tells after each batch. */
export interface ProgressReport {
  /** The new R of each workspace touched. */
  readonly completeTo: ReadonlyMap<string, number>;
  /** The follower has seen all that was in the log. */
  readonly caughtUp: boolean;
}

/**
 * How far the rows are, for those who wait: commands before they answer (api.md, Read your writes), start-up for the first
 * complete copy, tests for `whenCaughtUp`.
 */
export interface Progress {
  /** There is a complete copy: all that was in the log at the start has been projected. */
  readonly ready: boolean;
  /**
   * Resolves true once R of the workspace is at least `revision`, false when the time is over first. Real time.
   * Waits also for rows that are there already but not yet reported.
   */
  whenComplete(workspaceId: string, revision: number, timeoutMs: number): Promise<boolean>;
  /** Resolves when `ready`. Rejects if the follower stopped for good. */
  whenReady(): Promise<void>;
}
