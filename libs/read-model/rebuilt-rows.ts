import type { Instant } from '#kernel';
import type { RebuildRecords } from './rebuild-records.js';
import type { RebuildId, RowsBeside } from './rows-beside.js';

/** What rebuilds of shared rows need. Calls may throw ReadModelUnavailableError. */
export interface RebuiltRows {
  readonly rebuilds: RebuildRecords;
  /** The rows of a rebuild, beside those that are live. */
  rowsBeside(rebuild: RebuildId): RowsBeside;
  /** What the rebuild has left that made the live rows; undefined: none has. */
  origin(): Promise<string | undefined>;
  /** Since when the rows are kept that were live before; undefined: they are not. */
  keptSince(): Promise<Instant | undefined>;
  /**
   * Drops what an earlier rebuild has left: rows that it has not finished, and rows that were to be dropped. The rows
   * of a rebuild that has not ended by its record stay.
   */
  dropAbandoned(): Promise<void>;
  /** Drops the rows that were live before, unless a rebuild has taken them. */
  dropKept(): Promise<void>;
  /** Calls back once this process reads rows that were exchanged. */
  onExchange(listener: (differs: boolean) => void): void;
}
