import type { Collection, DocumentKey, IndexValue, Row } from '#kernel';

/** The values of some indexed fields of a row, in their order. */
export function valuesOf(row: Row, fields: readonly string[]): readonly IndexValue[] {
  const values = row as unknown as Readonly<Record<string, IndexValue>>;
  return fields.map((field) => values[field]!);
}

/** The key of a row. */
export function keyOf(collection: Collection, row: Row): DocumentKey {
  return valuesOf(row, collection.key) as DocumentKey;
}
