import type { Instant } from '#kernel';
import type { ReadModel, ReadModelCacheWriter, ReadModelWriter } from './read-model.js';

/** Rows that a rebuild writes, beside those that are live. */
export interface OpenedRows {
  readonly model: ReadModel;
  readonly writer: ReadModelWriter & ReadModelCacheWriter;
}

/** What rows are that take the place of the live ones. */
export interface Exchanged {
  /** What is left with them, as JSON; undefined: they keep what was left with them before. */
  readonly origin: string | undefined;
  /** Whether they may differ from the rows before. */
  readonly differs: boolean;
  /** Whether the rows before are kept; otherwise they are to be dropped. */
  readonly keeps: boolean;
  readonly at: Instant;
}

/**
 * The rows of one rebuild, beside those that are live and shared by several processes
 * (docs/adr/0051-rows-in-mongodb-are-exchanged-by-their-mark.md).
 *
 *     none ────────── `begin` ──▶ building: empty rows; or those that were live before, if the rebuild goes back
 *     building ────── `freeze` ──▶ exchanging: no batch is begun in the live rows
 *     exchanging ──── `exchange` ──▶ live, in one step; the rows before are kept
 *     exchanging ──── `thaw`, or `begin` of another process, after which this one changes nothing more ──▶ building
 *     exchanging ──── a follower has waited for 15 s: no process may be left that ends it ──▶ building
 *     building ────── `discard` ──▶ none
 *
 * Calls throw ReadModelUnavailableError where the rows do not answer, or are not in the state that the call needs.
 */
export interface RowsBeside {
  /**
   * Begins the rebuild, or continues it.
   * @returns `live`: its rows are live already; `none`: it was to go back, and the rows before are not kept any more
   */
  begin(): Promise<OpenedRows | 'live' | 'none'>;
  /** The rows of a rebuild that was begun. */
  open(): Promise<OpenedRows>;
  /** From now on no batch is begun in the live rows. */
  freeze(): Promise<void>;
  /** Batches are written into the live rows again, if it was this process that has kept them from it. */
  thaw(): Promise<void>;
  /** Makes the rows live: only while the rows before are frozen by this rebuild. */
  exchange(exchanged: Exchanged): Promise<void>;
  /** Drops what was built. */
  discard(): Promise<void>;
}

/** Of a rebuild. */
export interface RebuildId {
  readonly id: string;
  /** back: with the rows that were live before. */
  readonly kind: 'rebuild' | 'back';
}
