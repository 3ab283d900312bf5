import type { EventStore } from '#event-store';
import type { HealthCheck } from '#http';
import type { Progress, ReadModel, ReadModelAside, RowChanges } from '#read-model';

/** Both stores of a process, whichever they are (architecture.md, Shapes of deployment). */
export interface StorePair {
  readonly store: EventStore;
  /** Events that are gathered into one append, unless one command has more; left out: as many as the head gathers by itself. */
  readonly eventsAnAppend?: number;
  readonly readModel: ReadModel;
  readonly aside: ReadModelAside;
  readonly progress: Progress;
  readonly changes: RowChanges;
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
