import type { RecordedEvent } from './events.js';

/** The value of an indexed field. Flags are 0 and 1, absent text is ''. */
export type IndexValue = string | number;

/** The key of a document: the values of its collection's key fields, in their order; the workspace comes first. */
export type DocumentKey = readonly string[];

/**
 * A row of a read model. `revision` is that of the last event folded into it, in its workspace's stream; with a
 * projection that has `orderOf`, its result for this event.
 */
export interface Row {
  readonly revision: number;
}

/** A declared index: equality prefix, then range and order over the fields that follow. */
export interface IndexSpec {
  readonly name: string;
  /** Fields of the document, each present in every document and an {@link IndexValue}. */
  readonly fields: readonly string[];
  /**
   * One of its text fields: documents in which that is '' are not in the index, and cost it no write. The prefix of a
   * read ends right before it at the earliest, and does not have '' in its place. Undefined: all documents are in it.
   */
  readonly filled?: string;
  /**
   * Whether no two documents have the same values in all its fields, as where one of them is the number of the
   * document: the key breaks no ties then, and is not in the index. Undefined: documents may have.
   */
  readonly unique?: true;
}

/**
 * Documents that are counted while they are written, so that their number can be read without an entry for each
 * (docs/adr/0061-members-are-tallied-as-they-are-written.md).
 */
export interface TallySpec {
  readonly name: string;
  /**
   * The fields by whose values documents are counted apart, each an {@link IndexValue}; the last one is a whole number
   * from 0 on.
   */
  readonly fields: readonly string[];
  /** Only documents that have one of these values are counted. */
  readonly only: { readonly field: string; readonly values: readonly IndexValue[] };
  /** Numbers of the last field that share a counter: those from one multiple of `step` up to the next. */
  readonly step: number;
  /**
   * An index of all fields but the last, then `only.field`, then the last one, in which the documents of one step are
   * counted. Undefined: they are counted in a way of the store's own.
   */
  readonly index?: string;
}

/** A declared collection of documents. The phantom type carries the type of its documents. */
export interface Collection<Doc extends Row = Row> {
  readonly name: string;
  /** Names of the string fields of a document's key. */
  readonly key: readonly string[];
  readonly indexes: readonly IndexSpec[];
  /**
   * Fields of the key or of an index that hold an id each: a UUID, a SHA-256 in lower-case hexadecimal, or ''. All ids
   * of one field are of one kind. A store may keep their bytes; texts that are no ids come before all ids then.
   */
  readonly ids?: readonly string[];
  /**
   * The fields of a document besides its revision and those of the key and the indexes, where every document has the
   * same fields, all {@link IndexValue}s: a store may keep them in columns alone. For documents of a few fields.
   * Undefined: a document may have any fields.
   */
  readonly flat?: readonly string[];
  /** Undefined: none. */
  readonly tallies?: readonly TallySpec[];
  /**
   * Whether its rows tell of one copy of the rows, and not of what the copy shows: a copy that takes the place of
   * another one keeps its own.
   */
  readonly isOfOneCopy?: boolean;
  /**
   * Names of the collections whose rows are looked up behind its own: a store that shows a commit collection by
   * collection shows them first. Undefined: none.
   */
  readonly refersTo?: readonly string[];
  readonly __doc?: Doc;
}

/** A row that an event moves to, or from, a prefix of an index. */
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
 * seen the event itself, and perhaps later ones: a head's rows and those of a batch that is repeated are ahead. So
 * `evolve` may derive from them only values that are judged again where they are used (a queue position), never a fact.
 */
export interface ResidentRows {
  /**
   * The live document of a key; undefined: it is no longer live, or never was. The projection's `needs` must name it.
   * @throws Error the collection is not resident
   */
  row<Doc extends Row>(collection: Collection<Doc>, key: DocumentKey): Doc | undefined;
}

/**
 * A projection is data: which documents an event touches, and how it changes one. `evolve` is pure, so the follower,
 * the head of a workspace and a rebuild make the same rows (docs/reference/consistency.md#projections).
 */
export interface Projection<Doc extends Row = Row> {
  readonly collection: Collection<Doc>;
  /** Raised when the documents or indexes change shape: the read model is then built anew. */
  readonly version: number;
  /** Keys of the documents that this event changes, without duplicates; empty for events that concern none. */
  keys(event: RecordedEvent): readonly DocumentKey[];
  /** The document `key` after the event. The caller sets `revision`. Undefined only while it never existed. */
  evolve(document: Doc | undefined, event: RecordedEvent, key: DocumentKey, resident: ResidentRows): Doc | undefined;
  /**
   * Fields that are amended without an event: `evolve` takes none of them from the document, and sets them at every
   * event. A follower folds into documents that it read before they were amended: a value taken from there would
   * overwrite the amendment for good.
   */
  readonly cachedFields?: readonly string[];
  /**
   * The personal data of a document, each value in a place of its own; null or '' where it has none, or it was erased.
   * An adapter whose files keep copies of former values destroys these once a place has become empty. Undefined:
   * documents have none.
   */
  personal?(document: Doc): readonly (string | null)[];
  /**
   * Fields with personal values that a worker empties without an event once they have ended: a row that was folded
   * before may still have them. All other personal values are emptied by events alone. Undefined: none.
   */
  readonly blankedFields?: readonly string[];
  /**
   * The resident rows that `evolve` may read at this event; a follower loads them with the documents. Undefined: none.
   */
  needs?(event: RecordedEvent): readonly ResidentKey[];
  /**
   * The position of an event in the history of the documents it touches, from 0, higher with each event in log order.
   * For documents that are fed by events of two kinds of streams, whose revisions are not comparable; such documents
   * are no part of the projected revision, and no decision reads them. Undefined: the event's revision.
   */
  orderOf?(event: RecordedEvent): number;
  /**
   * For each index that decisions scan: the rows whose position in it this event may change, under the old and the new
   * prefix. The head joins them with the rows that the index returns, so that a scan sees events that the rows do not
   * have yet. The old prefix may be left out where it is read with its rows only (`scan`): the index then returns the
   * row, and the scan drops it by what it is now. `scanKeys` takes a key that is not named as the index returned it.
   */
  touches?(event: RecordedEvent): readonly IndexTouch[];
  /**
   * Set on resident collections: small enough that the head holds all live documents of its workspace in memory
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

/**
 * The key of a row that is to be stored, if it has all of its values: stores refuse null in a key, with the whole batch
 * that it is written in.
 * @throws Error naming the collection
 */
export function wholeKey({ name }: Collection, key: DocumentKey): DocumentKey {
  for (const value of key as readonly unknown[])
    if (typeof value !== 'string') throw new Error(`a key of ${name} has ${JSON.stringify(value)} in it`);
  return key;
}

/** A key as one text, for maps. Key values are ids and hashes and never contain the separator. */
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
