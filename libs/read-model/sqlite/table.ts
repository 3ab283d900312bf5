import type { Collection, DocumentKey, Row } from '#kernel';
import { filledField, indexOrder } from '../index-order.js';

const NAME = /^[a-z][a-z0-9_]*$/;

/**
 * The storage of a collection in SQLite: a rowid table, its key unique, a real column for each indexed field, one index
 * each.
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
  /** The statement that sets some indexed fields, the revision and the document of a row that has a given revision. */
  readonly update: (fields: readonly string[]) => string;
  readonly get: string;
  /** The values of an insert. */
  readonly values: (key: DocumentKey, document: Row) => unknown[];
}

/** Name of the column that holds a field. */
export function columnOf(field: string): string {
  return field === 'revision' ? 'revision' : `f_${field}`;
}

/** Name of the index, for INDEXED BY: statistics cannot make the planner choose another one. */
function indexNameOf(collection: Collection, index: string): string {
  // The first one that SQLite makes by itself, for UNIQUE.
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
  const tallied = (collection.tallies ?? []).flatMap(({ fields, only }) => [...fields, only.field]);
  const fields = [...collection.indexes.flatMap((index) => index.fields), ...tallied];
  const names = [collection.name, ...collection.key, ...fields, ...collection.indexes.map(({ name }) => name)];
  for (const name of names) if (!NAME.test(name)) throw new Error(`${collection.name}: ${name} is no name for SQLite`);
  if (collection.key.length === 0) throw new Error(`${collection.name} has no key`);
  const keyColumns = collection.key.map(columnOf);
  const indexed = [...new Set(fields)].filter((field) => !collection.key.includes(field) && field !== 'revision');
  const name = `"${collection.name}"`;
  // Indexed columns have no type: with one, SQLite would turn texts of digits into numbers.
  const create = `CREATE TABLE ${name} (id INTEGER PRIMARY KEY, ${keyColumns.map((column) => `${column} TEXT NOT NULL`).join(', ')},
      ${indexed.map((field) => `${columnOf(field)} NOT NULL, `).join('')}revision INTEGER NOT NULL, doc TEXT NOT NULL,
      UNIQUE (${keyColumns.join(', ')}))`;
  const createIndexes = collection.indexes
    .filter((index) => !isKey(collection, index.name))
    .map((index) => {
      const columns = indexOrder(collection, index.name).map(columnOf);
      const only = index.filled === undefined ? '' : ` WHERE ${isFilled(index.filled)}`;
      return `CREATE INDEX IF NOT EXISTS ${indexNameOf(collection, index.name)} ON ${name} (${columns.join(', ')})${only}`;
    });
  const byKey = keyColumns.map((column) => `${column} = ?`).join(' AND ');
  const columns = [...keyColumns, ...indexed.map(columnOf), 'revision', 'doc'];
  const changing = columns.slice(keyColumns.length).map((column) => `${column} = excluded.${column}`);
  const insert = `INSERT INTO ${name} (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`;
  const blind = `${insert} ON CONFLICT (${keyColumns.join(', ')}) DO UPDATE SET ${changing.join(', ')}`;
  return {
    collection,
    name,
    indexed,
    create,
    createIndexes,
    blind,
    inserted: `${insert} ON CONFLICT DO NOTHING`,
    guarded: `${blind} WHERE excluded.revision > ${name}.revision`,
    update: (fields) =>
      `UPDATE ${name} SET ${[...fields.map(columnOf), 'revision', 'doc'].map((column) => `${column} = ?`).join(', ')}
        WHERE ${byKey} AND revision = ?`,
    get: `SELECT doc FROM ${name} WHERE ${byKey}`,
    values: (key, document) => {
      const values: unknown[] = [...key];
      for (const field of indexed) values.push(bound((document as unknown as Record<string, unknown>)[field]));
      values.push(document.revision, JSON.stringify(document));
      return values;
    },
  };
}

/** A plain number would be bound as a double: eight bytes for a flag, in the table and each index, instead of none. */
export function bound(value: unknown): unknown {
  return typeof value === 'number' && Number.isSafeInteger(value) ? BigInt(value) : value;
}
