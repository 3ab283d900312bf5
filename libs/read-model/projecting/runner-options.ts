import type { EventStore, SkippedEvents } from '#event-store';
import type { Projection } from '#kernel';
import type { ProgressReport } from '../progress/progress.js';
import type { ReadModelWriter } from '../read-model.js';
import type { Sleep } from '../real-time.js';
import type { TraceClocks } from './projected-traces.js';

/** What a follower of the log is made of. */
export interface RunnerOptions {
  readonly events: Pick<EventStore, 'follow' | 'read'>;
  /** The skipped events of the reads; updated when operators skip more. Undefined: none is ever skipped. */
  readonly skipped?: SkippedEvents;
  readonly writer: ReadModelWriter;
  /** One for each collection. */
  readonly projections: readonly Projection[];
  /** The name of its checkpoint. */
  readonly follower: string;
  /** Prefixes of the streams that are followed. Default: all workspaces. */
  readonly prefixes?: readonly string[];
  /** Called after each commit with what it completed. */
  readonly report: (report: ProgressReport) => void;
  /** Called once, before the first report that the end of the log is reached: makes rows that were loaded readable. */
  readonly loaded?: () => Promise<void>;
  readonly sleep: Sleep;
  /** Called with the error that keeps the follower waiting, and with undefined when it continues. */
  readonly trouble?: (error: Error | undefined) => void;
  /** Events of one read. */
  readonly batchSize?: number;
  /** A commit takes no further event once it touches more rows than this. Bounds memory; one event may exceed it. */
  readonly maxRows?: number;
  /**
   * Events of one commit once the rows are complete and workspaces take turns. Undefined: events are projected in the
   * order of the log.
   */
  readonly turnEvents?: number;
  /**
   * Gives a log whose reads are synchronous the time to read the next events. Undefined: its reads run beside those of
   * the read model.
   */
  readonly turnOfEventLoop?: () => Promise<void>;
  /** Undefined: reports have no traces. */
  readonly traces?: TraceClocks | undefined;
}
