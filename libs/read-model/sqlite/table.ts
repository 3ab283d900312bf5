import type { Collection, DocumentKey, Projection, Row } from '#kernel';
import { fingerprintOf } from '../fingerprint.js';
import { filledField, indexOrder } from '../index-order.js';
import { bytesOf, Columns } from './columns.js';

/** Raised when tables keep documents in another way. */
const LAYOUT = 2;
const NAME = /^[a-z][a-z0-9_]*$/;

/**
 * The storage of a collection in SQLite: a rowid table, its key unique, a real column for each indexed field, one index
 * each. The column `doc` has the whole document. Flat documents have columns alone, in the order of their key: their
 * table is the index of the key.
 */
export interface Table {
  readonly collection: Collection;
  readonly name: string;
  /** Fields with a column of their own, besides those of the key and the revision. */
  readonly indexed: readonly string[];
  /** The statement that makes the table, with the index of its key. */
  readonly create: string;
  /** The statements that make the other indexes where they are missing. */
  readonly createIndexes: readonly string[];
  /** The insert that changes nothing where there is a row. */
  readonly inserted: string;
  /** The insert that replaces only a row of a lower revision. */
  readonly guarded: string;
  /** The insert that replaces whatever is stored. */
  readonly blind: string;
  /** The statement that sets some indexed fields and {@link Table.tail} of a row that has a given revision. */
  readonly update: (fields: readonly string[]) => string;
  readonly get: string;
  /** The value of an indexed field as it is bound. */
  readonly bound: (field: string, value: unknown) => unknown;
  /** A key as it is bound. */
  readonly key: (key: DocumentKey) => unknown[];
  /** The values of the last columns: the revision and, unless it is flat, the document. */
  readonly tail: (document: Row, textOf: (document: Row) => string) => readonly unknown[];
  /** The values of an insert. */
  readonly values: (key: DocumentKey, document: Row, textOf: (document: Row) => string) => unknown[];
}

/** Fields of documents that have a column, without the revision: those of the key first. */
export function fieldsOf({ key, indexes, tallies = [], flat = [] }: Collection): readonly string[] {
  const tallied = tallies.flatMap(({ fields, only }) => [...fields, only.field]);
  const all = [...key, ...indexes.flatMap((index) => index.fields), ...tallied, ...flat];
  return [...new Set(all)].filter((field) => field !== 'revision');
}

/** The shape of a file's documents, and how it keeps them: a file with another fingerprint is built anew. */
export function fileFingerprint(
  projections: readonly Pick<Projection, 'collection' | 'version'>[],
  others: readonly Collection[],
): string {
  const ids = [...projections.map(({ collection }) => collection), ...others].map(({ ids: of = [] }) => of);
  return fingerprintOf(projections, others, JSON.stringify([LAYOUT, ids]));
}

/** Name of the column that holds a field. */
export function columnOf(field: string): string {
  return field === 'revision' ? 'revision' : `f_${field}`;
}

/** The columns that documents are read from. */
export function selectedOf(collection: Collection): readonly string[] {
  return collection.flat ? [...fieldsOf(collection).map(columnOf), 'revision'] : ['doc'];
}

/** The columns that name a row. */
export function identityOf({ flat, key }: Collection): readonly string[] {
  return flat ? key.map(columnOf) : ['id'];
}

/** Name of the index, for INDEXED BY: statistics cannot make the planner choose another one. */
function indexNameOf(collection: Collection, index: string): string {
  // The first one that SQLite makes by itself, for UNIQUE, or the table itself, where it has the order of the key.
  return isKey(collection, index) ? `"sqlite_autoindex_${collection.name}_1"` : `"${collection.name}.${index}"`;
}

/**
 * The index as the source of a statement, and the conditions by which it holds every row that is asked for: SQLite
 * uses a partial index only where the statement repeats its condition.
 */
export function fromIndex(collection: Collection, index: string, conditions: readonly string[]): string {
  const filled = filledField(collection, index);
  const all = filled === undefined ? conditions : [...conditions, isFilled(filled)];
  const where = all.length === 0 ? '' : ` WHERE ${all.join(' AND ')}`;
  return `FROM "${collection.name}" INDEXED BY ${indexNameOf(collection, index)}${where}`;
}

function isFilled(field: string): string {
  return `${columnOf(field)} <> ''`;
}

/** Whether an index has the order of the key: the key's own index serves it. */
function isKey(collection: Collection, index: string): boolean {
  return indexOrder(collection, index).join() === collection.key.join();
}

/** @throws Error a name is not a valid identifier, or the collection has no key */
export function tableOf(collection: Collection): Table {
  const fields = fieldsOf(collection);
  const names = [collection.name, ...fields, ...collection.indexes.map(({ name }) => name)];
  for (const name of names) if (!NAME.test(name)) throw new Error(`${collection.name}: ${name} is no name for SQLite`);
  if (collection.key.length === 0) throw new Error(`${collection.name} has no key`);
  const keyColumns = collection.key.map(columnOf);
  const indexed = fields.slice(collection.key.length);
  const name = `"${collection.name}"`;
  const isFlat = collection.flat !== undefined;
  const tailColumns = isFlat ? ['revision'] : ['revision', 'doc'];
  // Indexed columns have no type: with one, SQLite would turn texts of digits into numbers.
  const typed = [
    ...keyColumns.map((column) => `${column} TEXT NOT NULL`),
    ...indexed.map((field) => `${columnOf(field)} NOT NULL`),
    'revision INTEGER NOT NULL',
  ];
  const create = isFlat
    ? `CREATE TABLE ${name} (${typed.join(', ')}, PRIMARY KEY (${keyColumns.join(', ')})) WITHOUT ROWID`
    : `CREATE TABLE ${name} (id INTEGER PRIMARY KEY, ${typed.join(', ')}, doc TEXT NOT NULL,
        UNIQUE (${keyColumns.join(', ')}))`;
  const createIndexes = collection.indexes
    .filter((index) => !isKey(collection, index.name))
    .map((index) => {
      const columns = indexOrder(collection, index.name).map(columnOf);
      const only = index.filled === undefined ? '' : ` WHERE ${isFilled(index.filled)}`;
      return `CREATE INDEX IF NOT EXISTS ${indexNameOf(collection, index.name)} ON ${name} (${columns.join(', ')})${only}`;
    });
  const byKey = keyColumns.map((column) => `${column} = ?`).join(' AND ');
  const columns = [...keyColumns, ...indexed.map(columnOf), ...tailColumns];
  const changing = columns.slice(keyColumns.length).map((column) => `${column} = excluded.${column}`);
  const insert = `INSERT INTO ${name} (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`;
  const blind = `${insert} ON CONFLICT (${keyColumns.join(', ')}) DO UPDATE SET ${changing.join(', ')}`;
  const ids = new Set(collection.ids);
  const boundField = (field: string, value: unknown): unknown => (ids.has(field) ? bytesOf(value) : bound(value));
  const keys = new Columns(collection, collection.key);
  const key = (values: DocumentKey): unknown[] => keys.bind(values);
  const tail: Table['tail'] = (document, textOf) =>
    isFlat ? [document.revision] : [document.revision, textOf(document)];
  return {
    collection,
    name,
    indexed,
    create,
    createIndexes,
    blind,
    inserted: `${insert} ON CONFLICT DO NOTHING`,
    guarded: `${blind} WHERE excluded.revision > ${name}.revision`,
    update: (changed) =>
      `UPDATE ${name} SET ${[...changed.map(columnOf), ...tailColumns].map((column) => `${column} = ?`).join(', ')}
        WHERE ${byKey} AND revision = ?`,
    get: `SELECT ${selectedOf(collection).join(', ')} FROM ${name} WHERE ${byKey}`,
    bound: boundField,
    key,
    tail,
    values: (keyValues, document, textOf) => {
      const values = key(keyValues);
      for (const field of indexed) {
        values.push(boundField(field, (document as unknown as Record<string, unknown>)[field]));
      }
      values.push(...tail(document, textOf));
      return values;
    },
  };
}

/** A plain number would be bound as a double: eight bytes for a flag, in the table and each index, instead of none. */
export function bound(value: unknown): unknown {
  return typeof value === 'number' && Number.isSafeInteger(value) ? BigInt(value) : value;
}
