import type { Collection } from '#kernel';
import { indexOrder } from '../index-order.js';
import { columnOf, fromIndex, selectedOf } from './table.js';

/** The parts of a page's statement besides the values of its prefix. Its parameters are prefix, after, to, limit. */
export interface PageShape {
  /** Number of values in its `after`; 0 without one. */
  readonly after?: number;
  /** Whether the first field behind the prefix has an upper bound, which is included. */
  readonly to?: boolean;
  /** Whether the index is walked from its end. */
  readonly descending?: boolean;
  /** Default: those of documents. */
  readonly selected?: readonly string[];
}

/** The statement of a page with `prefix` values in its prefix. */
export function pageSql(collection: Collection, index: string, prefix: number, shape: PageShape = {}): string {
  const { selected = selectedOf(collection) } = shape;
  const [rows, order] = [rowsSql(collection, index, prefix, shape), orderSql(collection, index, prefix, shape)];
  return `SELECT ${selected.join(', ')} ${rows}${order} LIMIT ?`;
}

/** The position behind the prefix of the row at an offset, from the index alone: parameters prefix, after, offset. */
export function positionSql(collection: Collection, index: string, prefix: number, shape: PageShape): string {
  const position = indexOrder(collection, index).slice(prefix).map(columnOf);
  const rows = rowsSql(collection, index, prefix, shape);
  return `SELECT ${position.join(', ')} ${rows}${orderSql(collection, index, prefix, shape)} LIMIT 1 OFFSET ?`;
}

/** The statement that counts the rows of a page without a limit, from the index alone: parameters prefix, after. */
export function countSql(collection: Collection, index: string, prefix: number, shape: PageShape): string {
  return `SELECT count(*) ${rowsSql(collection, index, prefix, shape)}`;
}

function rowsSql(collection: Collection, index: string, prefix: number, shape: PageShape): string {
  const { after = 0, to = false, descending = false } = shape;
  const columns = indexOrder(collection, index).map(columnOf);
  if (prefix + after > columns.length) throw new Error(`${collection.name}.${index} has ${columns.length} fields`);
  const behind = columns.slice(prefix, prefix + after);
  const conditions = columns.slice(0, prefix).map((column) => `${column} = ?`);
  if (after > 0)
    conditions.push(`(${behind.join(', ')}) ${descending ? '<' : '>'} (${behind.map(() => '?').join(', ')})`);
  if (to) conditions.push(`${columns[prefix]!} <= ?`);
  return fromIndex(collection, index, conditions);
}

function orderSql(collection: Collection, index: string, prefix: number, { descending }: PageShape): string {
  const columns = indexOrder(collection, index).slice(prefix).map(columnOf);
  const order = descending ? columns.map((column) => `${column} DESC`) : columns;
  return order.length === 0 ? '' : ` ORDER BY ${order.join(', ')}`;
}
