import type { FindQuery, MergeQuery } from '../queries.js';

/** The part of a query that an index must serve. */
export type Query = Pick<FindQuery, 'filter' | 'sort' | 'projection'>;

/** The same for a merge, whose filter is only `$or`. */
export type Merge = Pick<MergeQuery, 'filter' | 'sort' | 'projection'>;

/**
 * Why an index does not serve a query by walking one stretch of its keys (for `$in`: one stretch a value), without
 * sorting; undefined if it does. The rule of MongoDB's manual: equal values, then the range, in the order of the index.
 * @param pattern the fields of the index, all ascending
 */
export function whyUnserved(query: Query | Merge, pattern: readonly string[]): string | undefined {
  if (!isMerge(query)) return whyStretchUnserved(query, pattern);
  const { filter, sort = {} } = query;
  const [why] = filter.$or.flatMap((stretch) => whyStretchUnserved({ filter: stretch, sort }, pattern) ?? []);
  return why;
}

function isMerge(query: Query | Merge): query is Merge {
  return Array.isArray(query.filter['$or']);
}

function whyStretchUnserved({ filter, sort }: Query, pattern: readonly string[]): string | undefined {
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
  // An index may be walked from either end.
  if (new Set(Object.values(sort)).size > 1) return 'the fields of the index are all in one direction';
  // Fields that are equal all over the stretch may be part of the order or not, but only from some field of the index
  // on.
  const order = Object.keys(sort).join(',');
  const fits = Array.from({ length: equal + 1 }, (_, skipped) => pattern.slice(skipped).join(',')).includes(order);
  return fits ? undefined : `the order ${order} is not the one of the index`;
}

/** Whether an index alone answers a query, without reading documents. */
export function isCovered({ filter, projection = {} }: Query, pattern: readonly string[]): boolean {
  const { _id, ...fields } = projection;
  const named = [...Object.keys(filter), ...Object.keys(fields), ...(_id === 0 ? [] : ['_id'])];
  return Object.keys(projection).length > 0 && named.every((field) => pattern.includes(field));
}
