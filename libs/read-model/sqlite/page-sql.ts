import type { Collection } from '#kernel';
import { indexOrder } from '../index-order.js';
import { columnOf, indexNameOf } from './table.js';

/** The statement of a page with so many values in its prefix and its `after`. */
export function pageSql(
  collection: Collection,
  index: string,
  prefix: number,
  after: number,
  selected: readonly string[] = ['doc'],
): string {
  const columns = indexOrder(collection, index).map(columnOf);
  if (prefix + after > columns.length) throw new Error(`${collection.name}.${index} has ${columns.length} fields`);
  const behind = columns.slice(prefix, prefix + after);
  const conditions = columns.slice(0, prefix).map((column) => `${column} = ?`);
  if (after > 0) conditions.push(`(${behind.join(', ')}) > (${behind.map(() => '?').join(', ')})`);
  const where = conditions.length === 0 ? '' : ` WHERE ${conditions.join(' AND ')}`;
  const order = columns.slice(prefix);
  const orderBy = order.length === 0 ? '' : ` ORDER BY ${order.join(', ')}`;
  const table = `"${collection.name}" INDEXED BY ${indexNameOf(collection, index)}`;
  return `SELECT ${selected.join(', ')} FROM ${table}${where}${orderBy} LIMIT ?`;
}
