import { type Collection, type DocumentKey, type IndexValue, type Position, type Row, UnavailableError } from '#kernel';

export interface PageOptions {
  /** A declared index of the collection. */
  readonly index: string;
  /** Values of the index's first fields; all of them equal. */
  readonly prefix: readonly IndexValue[];
  /**
   * Values of the fields behind the prefix (one or more): only rows behind them, in index order. Exclusive. May go on
   * into the key fields that break ties (`indexOrder`): that passes over no row where the index alone does not tell
   * rows apart.
   */
  readonly after?: readonly IndexValue[];
  /** Most rows returned; at least 1. */
  readonly limit: number;
}

export interface MergeOptions {
  /** A declared index of the collection. */
  readonly index: string;
  /** Lists of values of the index's first fields, all of one length. */
  readonly prefixes: readonly (readonly IndexValue[])[];
  /**
   * Values of the fields behind the prefixes (one or more): only rows behind them. Exclusive: rows that are equal in
   * all fields behind the prefix, under different prefixes, are passed over together.
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
  /** Values of the index's first fields; the field behind them is the one whose values are asked for. */
  readonly prefix: readonly IndexValue[];
  /** Only values up to this one, itself included. */
  readonly to?: IndexValue;
  /** Most values returned; at least 1. */
  readonly limit: number;
}

export interface CountOptions {
  /** A declared index of the collection. */
  readonly index: string;
  /** Values of the index's first fields; all of them equal. */
  readonly prefix: readonly IndexValue[];
}

/**
 * Which generation of the rows is read: rows that are dropped and made anew under running processes are another one
 * (docs/adr/0019-rows-belong-to-a-generation.md). Reads that belong together, the projected revision among them, are
 * right if they are of one complete generation: named before the first of them, asked for after the last.
 */
export interface Generations {
  /**
   * Names the complete generation that reads begun from now on are of, as far as this process knows: a read only where
   * it knows of none.
   * @throws ReadModelUnavailableError there is no complete one
   */
  current(): Promise<string>;
  /**
   * Whether all reads since `current` named this generation were of it. One small read.
   * @throws ReadModelUnavailableError
   */
  isCurrent(generation: string): Promise<boolean>;
}

/** What queries and decisions read (docs/architecture.md#ports). Reads show everything a finished `commit` wrote. */
export interface ReadModel {
  /** Left out where no rows are ever exchanged under a running process: then there is nothing to ask. */
  readonly generations?: Generations;
  /** The documents of these keys, in their order; undefined where there is none. */
  getMany<Doc extends Row>(collection: Collection<Doc>, keys: readonly DocumentKey[]): Promise<(Doc | undefined)[]>;
  /** Documents in the order of a declared index, ties broken by the key. */
  page<Doc extends Row>(collection: Collection<Doc>, options: PageOptions): Promise<Doc[]>;
  /**
   * The keys of the documents that `page` gives, in its order. Read from the index alone: no document is read or
   * parsed.
   */
  pageKeys(collection: Collection, options: PageOptions): Promise<DocumentKey[]>;
  /**
   * One field of many documents by key, in their order; undefined where there is no document. The index begins with the
   * collection's key and goes on with the field, so it alone is read: for joins that need no more of a document.
   * @see docs/adr/0010-one-field-by-key-from-an-index.md
   */
  fieldsOf(collection: Collection, index: string, keys: readonly DocumentKey[]): Promise<(IndexValue | undefined)[]>;
  /**
   * The lowest documents under any of many prefixes, in the order of the index's fields behind them. Each document
   * comes once.
   */
  merge<Doc extends Row>(collection: Collection<Doc>, options: MergeOptions): Promise<Doc[]>;
  /**
   * The values that a field of an index has under a prefix, each once, ascending. Costs as much as there are values,
   * not rows.
   */
  distinct(collection: Collection, options: DistinctOptions): Promise<IndexValue[]>;
  /**
   * How many documents lie under a prefix of an index. Costs an entry of the index each, so it is for what is asked now
   * and then. What is written meanwhile may or may not be counted.
   */
  count(collection: Collection, options: CountOptions): Promise<number>;
  /** The projected revision of a workspace: its rows have all events up to it. -1 before the first event. */
  projectedRevision(workspaceId: string): Promise<number>;
}

/** A document to be written, with the key it goes by. */
export interface RowWrite {
  readonly collection: Collection;
  readonly key: DocumentKey;
  readonly document: Row;
}

/** A document that a follower folded, to replace only one of a lower revision. */
export interface GuardedWrite extends RowWrite {
  /**
   * Whether the follower found no document there. A hint: what to try first. Another owner may have written meanwhile,
   * or an operator dropped a row; the result is the same as if this were right, for one more statement.
   */
  readonly isNew: boolean;
  /**
   * The document as the follower found it, where it knows it: what has not changed since need not be written again. It
   * holds for a stored row of its revision, but for cached fields (`Projection.cachedFields`), which may have been
   * amended meanwhile.
   */
  readonly before?: Row | undefined;
}

/** What one batch of a follower came to. */
export interface Commit {
  readonly writes: readonly GuardedWrite[];
  /** The new projected revision of each workspace the batch touched. */
  readonly projectedRevisions: ReadonlyMap<string, number>;
  readonly follower: string;
  /** The checkpoint the batch began at; undefined at the very beginning. */
  readonly from: Position | undefined;
  readonly to: Position;
}

/**
 * What a follower writes to. Rows, then projected revisions, then the checkpoint: a crash in between repeats, which
 * changes nothing.
 */
export interface ReadModelWriter extends Pick<ReadModel, 'getMany' | 'page' | 'projectedRevision'> {
  /** Where a follower goes on; undefined if it never committed. */
  checkpoint(follower: string): Promise<Position | undefined>;
  /**
   * Writes a batch: rows guarded by revision (a row is replaced only by a higher one), then the projected revisions,
   * then the checkpoint.
   * @throws CheckpointMismatchError another owner has moved the checkpoint, or it was dropped with the rows; the caller
   *   must stop. Of a batch that begins so late nothing is written.
   */
  commit(commit: Commit): Promise<void>;
}

/**
 * A change of some fields of a row that no event tells of: they are a cache of the log and the clock
 * (docs/reference/consistency.md#workers).
 */
export interface Amendment {
  readonly collection: Collection;
  readonly key: DocumentKey;
  /** The row is changed only while it has this revision, which it keeps. */
  readonly revision: number;
  /** And only while these of its fields are so. */
  readonly ifFields: Readonly<Record<string, IndexValue>>;
  /** Neither of the key nor the revision. */
  readonly set: Readonly<Record<string, IndexValue>>;
}

/**
 * Writes beside the log: rows no event feeds (last use of a key), the dropping of expired rows, and what rows keep of
 * log and clock. Never what decisions rely on.
 */
export interface ReadModelCacheWriter {
  /** Writes documents whatever their revision. */
  putRows(writes: readonly RowWrite[]): Promise<void>;
  /**
   * Changes fields of rows that are still as they were read: a row that an event has reached since, or that was amended
   * since, is left alone. Each row stands in it once. Answers how many were as they were read.
   *
   * The fields are cached fields of their projection (`Projection.cachedFields`): every event that touches the row sets
   * them anew, from facts and settings and not from what they were. So it does no harm that a follower folds into a
   * document that it read before: nothing that was amended away comes back, and what was amended is lost only to an
   * event that knows better.
   */
  amendRows(changes: readonly Amendment[]): Promise<number>;
  /** Drops at most `limit` documents under the prefix whose next index field is below `before`; answers how many. */
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
   * Drops at most `limit` documents whose key begins with a workspace; answers how many. For workspaces that are
   * deleted, once the rows say so: everywhere else rows are marked, never dropped, so that a writer that is late does
   * not make them anew.
   */
  dropWorkspace(collection: Collection, workspaceId: string, limit: number): Promise<number>;
}

/** Another process or thread owns this follower: its checkpoint is not where we left it. */
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

/** The read model cannot be reached or written now; the same call may work later. */
export class ReadModelUnavailableError extends UnavailableError {
  override readonly name = 'ReadModelUnavailableError';
}

/** The read model can never be opened as asked. The message is one clear sentence. */
export class ReadModelOpenError extends Error {
  override readonly name = 'ReadModelOpenError';
}
