import type { CommitReport, EventStore, SkippedEvents } from '#event-store';
import type { HealthCheck } from '#http';
import type { PersonalKeys } from '#personal-data';
import type { Progress, ReadModel, ReadModelCacheWriter, RowChanges, RowsBehind, RowsLag } from '#read-model';
import type { PageThreads } from '#read-model/pages';
import type { BatchLimits } from '#workspace-head';
import type { ServedEventsIndex } from './served-events-index.js';
import type { RowRebuilds } from './rebuild/row-rebuilds.js';
import type { ReferenceClock } from './clock/clock-guard.js';

/**
 * Whose work is done in turns (docs/adr/0039-work-on-rows-is-done-once-a-copy.md): of all processes on the log, or of
 * those that share a copy of the rows.
 */
export type TurnScope = 'log' | 'rows';

/** Both stores of a process, of either shape (docs/architecture.md#deployments). */
export interface StorePair {
  /** Personal data are open to its callers, and sealed in the log. */
  readonly store: EventStore;
  /** Destroys keys of personal data, and wraps them anew. */
  readonly personalKeys: Pick<
    PersonalKeys,
    'keyIds' | 'shredKeys' | 'shredDays' | 'shredWorkspace' | 'rewrap' | 'isWrappedNewest'
  >;
  /** The skipped events for reads of `store`. */
  readonly skipped: SkippedEvents;
  /** Largest size of one gathered append, unless a single command has more; undefined: the head's own default. */
  readonly gathers?: Partial<BatchLimits>;
  readonly readModel: ReadModel;
  /** Undefined: pages are read on the thread that asks for them. */
  readonly pages?: Pick<PageThreads, 'read' | 'open' | 'pending'>;
  readonly cacheWriter: ReadModelCacheWriter;
  /** Undefined: the rows cannot be rebuilt while they are served. */
  readonly rebuild?: RowRebuilds | undefined;
  /** Undefined: this process has none, and cannot answer what happened. */
  readonly eventsIndex: ServedEventsIndex | undefined;
  readonly progress: Progress;
  readonly changes: RowChanges;
  /** Why there is no complete copy of the rows yet, and its progress: one sentence. */
  readonly copying: () => string;
  /** Resolves with the reason if a thread that writes a store dies: only a new process can replace it. */
  readonly died: Promise<Error>;
  /** Clocks that this machine's is compared with, the most reliable one first; none on the embedded pair. */
  readonly referenceClocks: readonly ReferenceClock[];
  /**
   * When the newest event of the log was written, in milliseconds since 1970; undefined of an empty log. May throw: the
   * log is unavailable.
   */
  newest(): Promise<number | undefined>;
  /**
   * Whether no other process uses these stores, and this one takes no request before the rows have all of the log: a
   * write may be answered before they show it, and the reads of the process wait for that. Undefined: no.
   * @see docs/adr/0091-one-process-answers-before-its-rows.md
   */
  readonly isSoleProcess?: boolean;
  readonly lag: RowsLag;
  /**
   * The events that the rows lack now, for metrics. A pair whose positions count no events counts at most 1,000.
   * @throws StoreUnavailableError, ReadModelUnavailableError
   */
  rowsBehind(signal: AbortSignal): Promise<RowsBehind>;
  /** Events that this process has folded into the rows a second, over the last ten. Undefined: it folds none. */
  eventsPerSecond(): number | undefined;
  /**
   * Calls back once a commit to the log, which several appends may share; there is one listener. Undefined: each append
   * is a commit of its own.
   */
  readonly onCommit?: (listener: (commit: CommitReport) => void) => void;
  readonly checks: {
    readonly eventStore: HealthCheck;
    readonly readModel: HealthCheck;
    readonly personalKeys: HealthCheck;
  };
  /**
   * Resolves once the rows are complete and have every event that was in the log at the call, or `signal` aborted.
   * @returns false: the rows stand still behind the log
   * @throws the error that stopped the follower for good, while there is no complete copy
   */
  rowsCaughtUp(signal: AbortSignal): Promise<boolean>;
  /**
   * Counts this process as one that serves the API, until the pair is closed. The function that it returns tells into
   * how many parts rate limits are cut (docs/reference/http-contract.md#rate-limits). Undefined: there is no other
   * process on these stores.
   */
  shareLimits?(): () => number;
  /** Calls back when the rows may have changed. */
  onProgress(listener: () => void): void;
  /**
   * Runs `work` while this process has the turn of the scope, and again whenever it gets it; its signal aborts when the
   * turn ends. Resolves once `signal` aborted and the work has ended.
   */
  whileOwner(scope: TurnScope, signal: AbortSignal, work: (owner: AbortSignal) => Promise<void>): Promise<void>;
  close(): Promise<void>;
}
