/** What a follower tells after each batch. */
export interface ProgressReport {
  /** The new projected revision of each workspace touched. */
  readonly projectedRevisions: ReadonlyMap<string, number>;
  /** The follower has seen all that was in the log. */
  readonly caughtUp: boolean;
  /** Names of the collections that rows were written to; left out: none. */
  readonly changed?: readonly string[];
}

/** Whether rows have changed, for those who remember what they read. */
export interface RowChanges {
  /**
   * A number that is another one once rows of these collections were written. It moves before a write is answered, so
   * what was read under the same number is what any answer so far has promised. Undefined where this process is not
   * told of every write (another one may own the follower): then nothing may be remembered.
   */
  stamp(collections: readonly string[]): number | undefined;
}

/** How far these rows may be behind what other processes have appended to the log. */
export interface RowsLag {
  /**
   * Whether other processes read these rows and append to their log. If not, this process has been told of every event
   * that the rows lack, except those of streams that are held back.
   */
  readonly isShared: boolean;
  /**
   * False as soon as the rows have all that the log held shortly before this was called; true if they have not after a
   * second, if a store does not say, or while a workspace is held back: its rows lack events of the log. Calls of the
   * same quarter of a second share one answer of the stores, so that requests cannot multiply reads of them.
   */
  isBehind(): Promise<boolean>;
}

/**
 * How far the rows are, for those who wait: commands before they answer
 * (docs/reference/http-contract.md#read-your-writes), start-up for the first complete copy, tests for `whenCaughtUp`.
 */
export interface Progress {
  /**
   * There is a complete copy: all that was in the log when it was made has been projected. False again while it is
   * lost.
   */
  readonly ready: boolean;
  /**
   * Resolves true once the projected revision of the workspace is at least `revision`, false when the time is over
   * first. Real time. Waits also for rows that are there already but not yet reported.
   */
  whenComplete(workspaceId: string, revision: number, timeoutMs: number): Promise<boolean>;
  /**
   * Resolves when `ready`; asked again after a copy was lost, once there is another one. Rejects if the follower
   * stopped for good.
   */
  whenReady(): Promise<void>;
}
