import type { Collection, DocumentKey, IndexValue, Row } from '#kernel';

/** A bounded read of one index. */
export interface ScanRequest {
  /** Names this very read. */
  readonly name: string;
  /** Names the index prefix, as retained events know it. */
  readonly place: string;
  readonly index: string;
  readonly prefix: readonly IndexValue[];
  readonly after: readonly IndexValue[] | undefined;
  readonly limit: number;
}

/** Interrupts a decision that asks for what is not loaded yet; it is run again once it is. Never leaves this library. */
export class RowsNeeded extends Error {
  override readonly name = 'RowsNeeded';

  constructor(
    readonly collection: Collection,
    readonly keys: readonly DocumentKey[],
    readonly scans: readonly ScanRequest[] = [],
  ) {
    super('a decision asks for rows');
    this.stack = '';
  }
}

/** What one index read gave. */
export interface LoadedScan {
  readonly rows: readonly Row[];
  /** The read stopped at its limit: there may be more behind the last row. */
  readonly full: boolean;
}

/** What was read for one command: R first, then rows, so that every row is complete at least up to R. */
export interface Snapshot {
  completeTo: number;
  readonly rows: Map<string, Row | undefined>;
  readonly scans: Map<string, LoadedScan>;
}
