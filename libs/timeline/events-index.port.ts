import type { Position } from '#kernel';
import type { ReadModel, ReadModelCacheWriter } from '#read-model';

/**
 * The index of events of a process (docs/adr/0045-events-have-an-index-of-their-own.md): rows that a follower of its
 * own writes, which may lag.
 */
export interface EventsIndex {
  readonly rows: Pick<ReadModel, 'page' | 'merge' | 'distinct' | 'projectedRevision'>;
  /** Drops rows of deleted workspaces. */
  readonly writer: Pick<ReadModelCacheWriter, 'amendRows' | 'dropWorkspace'>;
  /**
   * The place in the log up to which rows are complete; a page that shows later ones may miss some before them.
   * Undefined: there are none yet.
   * @throws ReadModelUnavailableError
   */
  reaches(): Promise<Position | undefined>;
  /**
   * Another one once rows were dropped and are made anew: what was read across it may miss rows.
   * @throws ReadModelUnavailableError
   */
  generation(): Promise<string>;
}
