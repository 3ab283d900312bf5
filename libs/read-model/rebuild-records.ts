/** A rebuild of shared rows: what was asked for, and how far it is. */
export interface RebuildRecord {
  readonly id: string;
  /** JSON. */
  readonly status: string;
  readonly isEnded: boolean;
}

/** The record of the last rebuild, which all processes share. May throw ReadModelUnavailableError. */
export interface RebuildRecords {
  /** Undefined: there was none yet. */
  find(): Promise<RebuildRecord | undefined>;
  /** Puts a new record in the place of exactly the one of this id. False: another process was faster. */
  begin(next: RebuildRecord, before: string | undefined): Promise<boolean>;
  /** Replaces the record of the same id, unless that has ended; where there is another one, nothing. */
  update(next: RebuildRecord): Promise<void>;
}
