/** A step of a trace whose events were folded in a commit. Times in milliseconds since 1970. */
export interface ProjectedTrace {
  /** As the events have it. */
  readonly traceparent: string;
  /** How many of the commit's events have it. */
  readonly events: number;
  readonly begunAt: number;
  readonly endedAt: number;
}

/** A follower's report after each batch. */
export interface ProgressReport {
  /** The new projected revision of each workspace of the batch. */
  readonly projectedRevisions: ReadonlyMap<string, number>;
  /** Whether the follower has read the log to its end. */
  readonly caughtUp: boolean;
  /** Events of the batch; undefined: none. */
  readonly events?: number;
  /** Names of the collections that rows were written to; undefined: none. */
  readonly changed?: readonly string[];
  /** The traces of the batch, at most 64; undefined: it has none, or nobody wants to know. */
  readonly traces?: readonly ProjectedTrace[];
}

/** Whether rows have changed, for caches of what was read. */
export interface RowChanges {
  /**
   * A number that changes once rows of these collections are written. It changes before a write is answered, so a value
   * read under the same number contradicts no answer. Undefined where this process does not learn of every write
   * (another process may own the follower): then nothing may be cached.
   */
  stamp(collections: readonly string[]): number | undefined;
}

/** How far these rows may be behind the events that other processes have appended to the log. */
export interface RowsLag {
  /**
   * Whether other processes read these rows and append to their log. If not, this process knows every event that the
   * rows lack, except those of held streams.
   */
  readonly isShared: boolean;
  /**
   * False as soon as the rows have every event that was in the log shortly before the call. True if they lack some
   * after a second, if a store does not answer, or while a workspace is held back: its rows lack events of the log.
   * Calls within a quarter of a second share one answer of the stores, so that requests cannot multiply reads of them.
   */
  isBehind(): Promise<boolean>;
}

/**
 * How far the rows are, for those that wait: commands before they answer
 * (docs/reference/http-contract.md#read-your-writes), start-up for the first complete copy, tests for `whenCaughtUp`.
 */
export interface Progress {
  /**
   * Whether there is a complete copy: every event that was in the log when it was built has been projected. False again
   * once it is lost.
   */
  readonly ready: boolean;
  /**
   * Resolves true once the projected revision of the workspace is at least `revision`, false when the time is over
   * first. Real time. Also resolves for rows that were written before any report.
   */
  whenComplete(workspaceId: string, revision: number, timeoutMs: number): Promise<boolean>;
  /**
   * Resolves when `ready`; called after a copy was lost, once there is another one. Rejects if the follower stopped for
   * good.
   */
  whenReady(): Promise<void>;
}
