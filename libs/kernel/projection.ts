import type { RecordedEvent } from './events.js';

/** What an indexed field may hold. Flags are 0 and 1, absent text is ''. */
export type IndexValue = string | number;

/** The key of a document: the values of its collection's key fields, in their order; the workspace comes first. */
export type DocumentKey = readonly string[];

/**
 * A row of a read model. `revision` is that of the last event folded into it, in its workspace's stream; what a
 * projection's `orderOf` says of this event, where there is one.
 */
export interface Row {
  readonly revision: number;
}

/** A declared index: equality prefix, then range and order over the fields that follow. */
export interface IndexSpec {
  readonly name: string;
  /** Fields of the document, each present in every document and an {@link IndexValue}. */
  readonly fields: readonly string[];
}

/** A declared collection of documents. The phantom type carries what its documents look like. */
export interface Collection<Doc extends Row = Row> {
  readonly name: string;
  /** Names of the string fields that make up a document's key. */
  readonly key: readonly string[];
  readonly indexes: readonly IndexSpec[];
  readonly __doc?: Doc;
}

/** One row that an event brings under, or takes from under, a prefix of an index. */
export interface IndexTouch {
  readonly index: string;
  readonly prefix: readonly IndexValue[];
  readonly key: DocumentKey;
}

/** A document of a resident collection, by its key. */
export interface ResidentKey {
  readonly collection: Collection;
  readonly key: DocumentKey;
}

/**
 * The resident rows of a workspace, for folding one document (docs/reference/consistency.md#projections). They have
 * seen the event itself, and perhaps later ones: a head's and those of a batch that is done again are ahead. So what
 * `evolve` takes from them may only be what is judged anew where it is used (a place in a queue), never a fact.
 */
export interface ResidentRows {
  /**
   * The live document of a key; undefined: it is live no more, or never was. To be named by the projection's `needs`.
   * @throws Error if the collection is none of the resident ones.
   */
  row<Doc extends Row>(collection: Collection<Doc>, key: DocumentKey): Doc | undefined;
}

/**
 * A projection is data: which documents an event touches, and how it changes one. `evolve` is pure, so the follower,
 * the head of a workspace and a rebuild come to the same rows (docs/reference/consistency.md#projections).
 */
export interface Projection<Doc extends Row = Row> {
  readonly collection: Collection<Doc>;
  /** Raised when the documents or indexes change shape: the read model is then built anew. */
  readonly version: number;
  /** Keys of the documents this event changes; empty for events of other concern. Without duplicates. */
  keys(event: RecordedEvent): readonly DocumentKey[];
  /** The document `key` after the event. `revision` is set by the caller. Undefined only while it never existed. */
  evolve(document: Doc | undefined, event: RecordedEvent, key: DocumentKey, resident: ResidentRows): Doc | undefined;
  /**
   * Fields that are amended while nothing happens: `evolve` takes none of them from the document, and sets them at
   * every event. A follower folds into documents that it read before they were amended; what it took from there would
   * come back and stay.
   */
  readonly cachedFields?: readonly string[];
  /**
   * The resident rows that `evolve` may read at this event; a follower loads them with the documents. Left out: none.
   */
  needs?(event: RecordedEvent): readonly ResidentKey[];
  /**
   * The place of an event in the history of the documents it touches, from 0, higher with each event in log order. For
   * documents that events of two kinds of streams feed, whose revisions say nothing of each other; such documents are
   * no part of the projected revision, and no decision reads them. Left out: the event's revision.
   */
  orderOf?(event: RecordedEvent): number;
  /**
   * For each index that decisions scan: the rows whose place in it this event may change, under the old and the new
   * prefix. Joined by the head with what the index gave, so that a scan sees events the rows do not have yet.
   */
  touches?(event: RecordedEvent): readonly IndexTouch[];
  /**
   * Present on resident collections: small enough that the head holds all live documents of its workspace in memory
   * (docs/reference/consistency.md#how-a-command-decides).
   */
  readonly resident?: {
    /** Index with the prefix (workspace_id, 1 for live). */
    readonly liveIndex: string;
    isLive(document: Doc): boolean;
  };
}

/**
 * Projections in the order in which an event is folded: resident ones first, so that later ones read them as of the
 * event.
 */
export function inFoldingOrder<Each extends Pick<Projection, 'resident'>>(
  projections: readonly Each[],
): readonly Each[] {
  return [...projections.filter(({ resident }) => resident), ...projections.filter(({ resident }) => !resident)];
}

/** One text for a key, for maps. Key values are ids and hashes and never contain the separator. */
export function keyText(key: DocumentKey): string {
  return key.length === 1 ? key[0]! : key.join('|');
}

/** The values of some indexed fields of a row, in their order. */
export function valuesOf(row: Row, fields: readonly string[]): readonly IndexValue[] {
  const values = row as unknown as Readonly<Record<string, IndexValue>>;
  return fields.map((field) => values[field]!);
}

/** The key of a row. */
export function keyOf(collection: Collection, row: Row): DocumentKey {
  return valuesOf(row, collection.key) as DocumentKey;
}
