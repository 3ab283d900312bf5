import type { Collection } from '#kernel';
import { indexOrder } from '../index-order.js';
import { columnOf, indexNameOf } from './table.js';

/** What a page's statement takes besides the values of its prefix: its parameters are prefix, after, to, limit. */
export interface PageShape {
  /** So many values in its `after`; 0 if left out. */
  readonly after?: number;
  /** The first field behind the prefix has an upper bound, itself included. */
  readonly to?: boolean;
  /** Default: the document. */
  readonly selected?: readonly string[];
}

/** The statement of a page with so many values in its prefix. */
export function pageSql(collection: Collection, index: string, prefix: number, shape: PageShape = {}): string {
  const { after = 0, to = false, selected = ['doc'] } = shape;
  const columns = indexOrder(collection, index).map(columnOf);
  if (prefix + after > columns.length) throw new Error(`${collection.name}.${index} has ${columns.length} fields`);
  const behind = columns.slice(prefix, prefix + after);
  const conditions = columns.slice(0, prefix).map((column) => `${column} = ?`);
  if (after > 0) conditions.push(`(${behind.join(', ')}) > (${behind.map(() => '?').join(', ')})`);
  if (to) conditions.push(`${columns[prefix]!} <= ?`);
  const where = conditions.length === 0 ? '' : ` WHERE ${conditions.join(' AND ')}`;
  const order = columns.slice(prefix);
  const orderBy = order.length === 0 ? '' : ` ORDER BY ${order.join(', ')}`;
  const table = `"${collection.name}" INDEXED BY ${indexNameOf(collection, index)}`;
  return `SELECT ${selected.join(', ')} FROM ${table}${where}${orderBy} LIMIT ?`;
}
