import type { Collection, DocumentKey, IndexValue, RecordedEvent, Row } from '#kernel';
import type { DistinctOptions, MergeOptions } from '#read-model';

/** A bounded read of one index. */
export interface ScanRequest {
  /** Identifies this read. */
  readonly name: string;
  /** Identifies the index prefix within its collection, as in the retained events. */
  readonly prefixName: string;
  readonly index: string;
  readonly prefix: readonly IndexValue[];
  readonly after: readonly IndexValue[] | undefined;
  readonly limit: number;
}

/** A bounded read over many prefixes of one index. */
export interface MergeRequest {
  /** Identifies this read. */
  readonly name: string;
  readonly options: MergeOptions;
}

/** A read of the values that a field of an index has. */
export interface ValuesRequest {
  /** Identifies this read. */
  readonly name: string;
  readonly options: DistinctOptions;
}

/** The reads that a decision asks of one collection. */
export interface Reads {
  readonly keys?: readonly DocumentKey[];
  readonly scans?: readonly ScanRequest[];
  readonly keyScans?: readonly ScanRequest[];
  readonly merges?: readonly MergeRequest[];
  readonly values?: readonly ValuesRequest[];
}

/**
 * Interrupts a decision that asks for rows that are not loaded yet. The decision runs again once they are. Never leaves
 * this library. Not an Error: it is thrown for about every command, and a stack trace would cost more than the
 * decision.
 * @see docs/adr/0009-decisions-ask-for-rows-as-they-run.md
 */
export class RowsNeeded {
  constructor(
    readonly collection: Collection,
    readonly reads: Reads,
  ) {}
}

/** Interrupts a decision as {@link RowsNeeded} does: it asks for an event of the workspace's stream. */
export class EventNeeded {
  constructor(readonly revision: number) {}
}

/** What interrupts a decision until it is read. */
export type Needed = RowsNeeded | EventNeeded;

/** Whether a decision was interrupted, and did not fail. */
export function isNeeded(thrown: unknown): thrown is Needed {
  return thrown instanceof RowsNeeded || thrown instanceof EventNeeded;
}

/** The reads of several interruptions in one, as far as they are of the first one's collection. */
export function joined(needed: readonly RowsNeeded[]): RowsNeeded {
  const { collection } = needed[0]!;
  const reads = needed.filter((each) => each.collection === collection).map((each) => each.reads);
  return new RowsNeeded(collection, {
    keys: reads.flatMap(({ keys = [] }) => keys),
    scans: reads.flatMap(({ scans = [] }) => scans),
    keyScans: reads.flatMap(({ keyScans = [] }) => keyScans),
    merges: reads.flatMap(({ merges = [] }) => merges),
    values: reads.flatMap(({ values = [] }) => values),
  });
}

/** Keys of documents, each once, by their texts. */
export type NamedKeys = ReadonlyMap<string, DocumentKey>;

/** The rows that one index read returned. */
export interface LoadedScan {
  readonly rows: readonly Row[];
  readonly keys: NamedKeys;
  /** The read stopped at its limit: there may be more rows behind the last one. */
  readonly full: boolean;
}

/** The keys that one index read returned. */
export interface LoadedKeys {
  readonly keys: readonly DocumentKey[];
  /** The read stopped at its limit: there may be more keys behind the last one. */
  readonly full: boolean;
}

/** The reads for one command: the projected revision, then rows, so that every row is complete at least up to it. */
export interface Snapshot {
  /**
   * The generation of the rows where they may be replaced (docs/adr/0019-rows-belong-to-a-generation.md): read before
   * the projected revision, confirmed before anything is written or answered.
   */
  generation: string | undefined;
  projectedRevision: number;
  /** Whether the command was shown rows that another one had read. */
  usesKeptRows: boolean;
  /** By collection, then by key text. */
  readonly rows: Map<string, Map<string, Row | undefined>>;
  /** Reads of an index by their names, merged reads too. */
  readonly scans: Map<string, LoadedScan>;
  /** Reads of the keys of an index, by their names. */
  readonly keyScans: Map<string, LoadedKeys>;
  /** Values of a field, by the name of the read. */
  readonly values: Map<string, readonly IndexValue[]>;
  /** Events of the workspace's stream, by revision. */
  readonly events: Map<number, RecordedEvent>;
}

/** A snapshot without any read, even of the projected revision. */
export function emptySnapshot(): Snapshot {
  return {
    generation: undefined,
    projectedRevision: -1,
    usesKeptRows: false,
    rows: new Map(),
    scans: new Map(),
    keyScans: new Map(),
    values: new Map(),
    events: new Map(),
  };
}

/** The rows that were read of a collection. */
export function rowsOf(snapshot: Snapshot, { name }: Collection): Map<string, Row | undefined> {
  let rows = snapshot.rows.get(name);
  if (!rows) snapshot.rows.set(name, (rows = new Map<string, Row | undefined>()));
  return rows;
}
