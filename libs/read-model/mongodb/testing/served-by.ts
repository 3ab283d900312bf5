import type { FindQuery } from '../queries.js';

/** What an index must serve. */
export type Query = Pick<FindQuery, 'filter' | 'sort' | 'projection'>;

/**
 * Why an index does not serve a query by one walk over a stretch of its keys (for `$in`: over one stretch a value), without
 * sorting; undefined if it does. The rule of MongoDB's manual: equal values, then the range, in the order of the index.
 * @param pattern the fields of the index, all ascending.
 */
export function whyUnserved({ filter, sort }: Query, pattern: readonly string[]): string | undefined {
  const conditions = new Map(Object.entries(filter));
  let equal = 0;
  for (const field of pattern) {
    const condition = conditions.get(field);
    if (condition === undefined || typeof condition === 'object') break;
    conditions.delete(field);
    equal += 1;
  }
  const behind = pattern[equal];
  const last = behind === undefined ? undefined : conditions.get(behind);
  if (behind !== undefined && last !== undefined) conditions.delete(behind);
  if (conditions.size > 0) return `${[...conditions.keys()].join(', ')} is not behind equal values in the index`;
  if (!sort) return undefined;
  if (last !== undefined && typeof last === 'object' && '$in' in last) return 'several stretches are in no order';
  const order = Object.keys(sort).join(',');
  if (Object.values(sort).some((direction) => direction !== 1)) return 'the index ascends';
  if (order === pattern.join(',') || order === pattern.slice(equal).join(',')) return undefined;
  return `the order ${order} is not the one of the index`;
}

/** Whether an index alone answers a query, without a look at the documents. */
export function isCovered({ filter, projection = {} }: Query, pattern: readonly string[]): boolean {
  const { _id, ...fields } = projection;
  const named = [...Object.keys(filter), ...Object.keys(fields), ...(_id === 0 ? [] : ['_id'])];
  return Object.keys(projection).length > 0 && named.every((field) => pattern.includes(field));
}
