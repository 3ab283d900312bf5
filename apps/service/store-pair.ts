import type { EventStore, SkippedEvents } from '#event-store';
import type { HealthCheck } from '#http';
import type { Progress, ReadModel, ReadModelCacheWriter, RowChanges, RowsLag } from '#read-model';
import type { BatchLimits } from '#workspace-head';
import type { ReferenceClock } from './clock/clock-guard.js';

/** Both stores of a process, whichever they are (docs/architecture.md#deployments). */
export interface StorePair {
  readonly store: EventStore;
  /** What `store` is read with. */
  readonly skipped: SkippedEvents;
  /** What is gathered into one append at most, unless one command has more; left out: what the head gathers by itself. */
  readonly gathers?: Partial<BatchLimits>;
  readonly readModel: ReadModel;
  readonly cacheWriter: ReadModelCacheWriter;
  readonly progress: Progress;
  readonly changes: RowChanges;
  /** Why there is no complete copy of the rows yet, and how far it is: one sentence. */
  readonly copying: () => string;
  /** Resolves, with why, if a thread that writes a store dies: only a new process does its work again. */
  readonly died: Promise<Error>;
  /** Clocks that this machine's is compared with, the one whose word counts most first; none on the embedded pair. */
  readonly referenceClocks: readonly ReferenceClock[];
  /**
   * When the newest event of the log was written, in milliseconds since 1970; undefined of an empty log. May throw: the
   * log is away.
   */
  newest(): Promise<number | undefined>;
  readonly lag: RowsLag;
  readonly checks: { readonly eventStore: HealthCheck; readonly readModel: HealthCheck };
  /** Calls back when the rows may have taken in more. */
  onProgress(listener: () => void): void;
  /**
   * Runs `work` while this process is the one whose turn it is, and again whenever it becomes so; its signal aborts when the turn ends.
   * Resolves once `signal` aborted and the work has ended.
   */
  whileOwner(name: string, signal: AbortSignal, work: (owner: AbortSignal) => Promise<void>): Promise<void>;
  close(): Promise<void>;
}
