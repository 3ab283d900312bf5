import { type Collection, type DocumentKey, type IndexValue, type Position, type Row, UnavailableError } from '#kernel';

export interface PageOptions {
  /** A declared index of the collection. */
  readonly index: string;
  /** Values of the index's first fields; rows have exactly these. */
  readonly prefix: readonly IndexValue[];
  /**
   * Values of the fields behind the prefix (one or more): only rows behind them, in index order. Exclusive. May include
   * the key fields that break ties (`indexOrder`): that skips no row where the index alone does not tell rows apart.
   */
  readonly after?: readonly IndexValue[];
  /** Whether the index is walked from its end: `after` then gives the rows before these values. Default: false. */
  readonly descending?: boolean;
  /** Most rows returned; at least 1. */
  readonly limit: number;
}

export interface MergeOptions {
  /** A declared index of the collection. */
  readonly index: string;
  /** Lists of values of the index's first fields, all of one length. */
  readonly prefixes: readonly (readonly IndexValue[])[];
  /**
   * Values of the fields behind the prefixes (one or more): only rows behind them. Exclusive: rows under different
   * prefixes that are equal in all fields behind the prefix are skipped together.
   */
  readonly after?: readonly IndexValue[];
  /** Only rows whose first field behind the prefixes is not above this. */
  readonly to?: IndexValue;
  /** Most rows returned; at least 1. */
  readonly limit: number;
}

export interface DistinctOptions {
  /** A declared index of the collection. */
  readonly index: string;
  /** Values of the index's first fields; the values of the field behind them are returned. */
  readonly prefix: readonly IndexValue[];
  /** Only values up to and including this one. */
  readonly to?: IndexValue;
  /** Largest number of values returned; at least 1. */
  readonly limit: number;
}

export interface CountOptions {
  /** A declared index of the collection. */
  readonly index: string;
  /** Values of the index's first fields; rows have exactly these. */
  readonly prefix: readonly IndexValue[];
  /** Only rows whose first field behind the prefix is above this. */
  readonly above?: IndexValue;
}

export interface TallyOptions {
  /** A declared tally of the collection. */
  readonly tally: string;
  /** Values of all its fields but the last. */
  readonly prefix: readonly IndexValue[];
  /** Only documents whose last field is above this. */
  readonly above: number;
}

/**
 * The generation of the rows that is read: rows that are dropped and made anew under running processes have another one
 * (docs/adr/0019-rows-belong-to-a-generation.md). Reads that belong together, the projected revision among them, are
 * right if all are of one complete generation: `current` is called before the first, `isCurrent` after the last.
 */
export interface Generations {
  /**
   * The complete generation that reads from now on are of, as far as this process knows; it costs a read only where it
   * knows none.
   * @throws ReadModelUnavailableError there is no complete one
   */
  current(): Promise<string>;
  /**
   * Whether all reads since `current` returned this generation were of it. One small read.
   * @throws ReadModelUnavailableError
   */
  isCurrent(generation: string): Promise<boolean>;
}

/**
 * The reads of queries and decisions (docs/architecture.md#ports). They show everything that a finished `commit` wrote.
 */
export interface ReadModel {
  /** Undefined where rows are never replaced under a running process, or by it alone (`exchanges`). */
  readonly generations?: Generations;
  /**
   * How often this process has put other rows in the place of those that it reads: a rebuild does, between two reads.
   * Undefined where it never does.
   */
  readonly exchanges?: number;
  /** The documents of these keys, in their order; undefined for a key without one. */
  getMany<Doc extends Row>(collection: Collection<Doc>, keys: readonly DocumentKey[]): Promise<(Doc | undefined)[]>;
  /** Documents in the order of a declared index, ties broken by the key. */
  page<Doc extends Row>(collection: Collection<Doc>, options: PageOptions): Promise<Doc[]>;
  /**
   * The keys of the documents that `page` returns, in its order. Read from the index alone: no document is read or
   * parsed.
   */
  pageKeys(collection: Collection, options: PageOptions): Promise<DocumentKey[]>;
  /**
   * One field of many documents by key, in their order; undefined for a key without a document. The index begins with
   * the collection's key, followed by the field, so it alone is read: for joins that need no other field of a document.
   * @see docs/adr/0010-one-field-by-key-from-an-index.md
   */
  fieldsOf(collection: Collection, index: string, keys: readonly DocumentKey[]): Promise<(IndexValue | undefined)[]>;
  /**
   * The lowest documents under any of many prefixes, in the order of the index's fields behind them. Each document
   * comes once.
   */
  merge<Doc extends Row>(collection: Collection<Doc>, options: MergeOptions): Promise<Doc[]>;
  /**
   * The values that a field of an index has under a prefix, each once, ascending. Costs one seek a value, not a row.
   */
  distinct(collection: Collection, options: DistinctOptions): Promise<IndexValue[]>;
  /**
   * The number of documents under a prefix of an index. Costs an entry of the index each, so it is for rare questions.
   * Documents written meanwhile may or may not be counted.
   */
  count(collection: Collection, options: CountOptions): Promise<number>;
  /**
   * The number of documents that a tally counts under a prefix. On SQLite its cost does not grow with their number: a
   * counter for each step above the bound, and the documents of one step. On MongoDB an entry of an index each.
   * @throws Error the collection declares no such tally, or the prefix is not all its fields but the last
   */
  tally(collection: Collection, options: TallyOptions): Promise<number>;
  /**
   * The projected revision of a workspace: its rows have all events up to and including it. -1 before the first event.
   */
  projectedRevision(workspaceId: string): Promise<number>;
}

/** A document to be written, and its key. */
export interface RowWrite {
  readonly collection: Collection;
  readonly key: DocumentKey;
  readonly document: Row;
}

/** A document that a follower folded. It replaces only a document of a lower revision. */
export interface GuardedWrite extends RowWrite {
  /**
   * A hint: try an insert first, since the follower found no document. Another owner may have written one meanwhile, or
   * an operator dropped one; being wrong costs one more statement.
   */
  readonly isNew: boolean;
  /**
   * The document as the follower found it, where it knows it: unchanged fields need not be written again. It holds for
   * a stored row of its revision, except for cached fields (`Projection.cachedFields`), which may have been amended
   * meanwhile.
   */
  readonly before?: Row | undefined;
  /** Whether an event has emptied a personal place, be it one that the same batch had filled. Undefined: no. */
  readonly erases?: boolean;
}

/** The result of one batch of a follower. */
export interface Commit {
  readonly writes: readonly GuardedWrite[];
  /** The new projected revision of each workspace of the batch. */
  readonly projectedRevisions: ReadonlyMap<string, number>;
  readonly follower: string;
  /** The checkpoint at which the batch began; undefined at the very beginning. */
  readonly from: Position | undefined;
  readonly to: Position;
}

/**
 * The writes of a follower. Rows, then projected revisions, then the checkpoint: after a crash in between the batch is
 * repeated, which changes nothing.
 */
export interface ReadModelWriter extends Pick<ReadModel, 'getMany' | 'page' | 'projectedRevision'> {
  /**
   * The position at which a follower continues; undefined if it never committed. Its later commits are of the copy as
   * it is now: they fail once it was dropped.
   */
  checkpoint(follower: string): Promise<Position | undefined>;
  /**
   * Writes a batch: rows guarded by revision (a row is replaced only by a higher one), then the projected revisions,
   * then the checkpoint.
   * @throws CheckpointMismatchError another owner has moved the checkpoint, or it was dropped with the rows; the caller
   *   must stop. Nothing of a batch that begins so late is written.
   */
  commit(commit: Commit): Promise<void>;
}

/**
 * A change of some fields of a row without an event: they are a cache of the log and the clock
 * (docs/reference/consistency.md#workers).
 */
export interface Amendment {
  readonly collection: Collection;
  readonly key: DocumentKey;
  /** The row is changed only while it has this revision, which it keeps. */
  readonly revision: number;
  /** And only while these of its fields have these values. */
  readonly ifFields: Readonly<Record<string, IndexValue>>;
  /** Fields of neither the key nor the revision: JSON values, of an indexed field an {@link IndexValue}. */
  readonly set: Readonly<Record<string, unknown>>;
}

/**
 * Writes beside the log: rows that no event feeds (last use of a key), the dropping of expired rows, and cached fields
 * of rows. Never values that decisions rely on.
 */
export interface ReadModelCacheWriter {
  /** Writes documents whatever the stored revision. */
  putRows(writes: readonly RowWrite[]): Promise<void>;
  /**
   * Changes fields of rows that have not changed since they were read: a row that an event has reached since, or that
   * was amended since, stays as it is. Each row may be named once. Returns how many had not changed.
   *
   * The fields are cached fields of their projection (`Projection.cachedFields`): every event that touches the row sets
   * them anew, from facts and settings and not from their old values. So a follower may fold into a document that it
   * read before the amendment: no old value comes back, and an amendment is lost only to a later event. Or they are
   * fields of a row that no later event touches without setting them.
   */
  amendRows(changes: readonly Amendment[]): Promise<number>;
  /** Drops at most `limit` documents under the prefix whose next index field is below `before`; returns how many. */
  dropBelow(
    collection: Collection,
    options: {
      readonly index: string;
      readonly prefix: readonly IndexValue[];
      readonly before: IndexValue;
      readonly limit: number;
    },
  ): Promise<number>;
  /**
   * Drops at most `limit` documents whose key begins with a workspace; returns how many. For workspaces that are
   * deleted, once the rows say so. In all other cases rows are marked and never dropped, so that a late writer does not
   * create them again.
   */
  dropWorkspace(collection: Collection, workspaceId: string, limit: number): Promise<number>;
}

/** Another process or thread owns this follower: its checkpoint is not where this one left it. */
export class CheckpointMismatchError extends Error {
  override readonly name = 'CheckpointMismatchError';

  constructor(
    readonly follower: string,
    readonly expected: Position | undefined,
    readonly found: Position | undefined,
  ) {
    super(`${follower}: checkpoint expected at ${expected ?? 'the beginning'}, found at ${found ?? 'the beginning'}`);
  }
}

/** The read model cannot be reached or written now; the same call may succeed later. */
export class ReadModelUnavailableError extends UnavailableError {
  override readonly name = 'ReadModelUnavailableError';
}

/** The read model cannot be opened with these options, now or later. The message is one clear sentence. */
export class ReadModelOpenError extends Error {
  override readonly name = 'ReadModelOpenError';
}
