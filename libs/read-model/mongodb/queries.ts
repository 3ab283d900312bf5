import type { Collection, DocumentKey, IndexValue } from '#kernel';
import { keyText } from '#kernel';
import {
  compareValues,
  distinctPrefixes,
  fieldBehindKey,
  fieldBehindPrefix,
  filledField,
  indexOrder,
} from '../index-order.js';
import type { CountOptions, MergeOptions, PageOptions } from '../read-model.js';

/** The condition on a field: equal to a value, one of several, above or below a value, or at most a value. */
export type Condition =
  | IndexValue
  | { readonly $in: readonly IndexValue[] }
  | { readonly $gt: IndexValue; readonly $lte?: IndexValue; readonly $lt?: IndexValue }
  | { readonly $lte: IndexValue }
  | { readonly $lt: IndexValue };

/**
 * One read of one collection. Its filter and its order follow the index that it names: equal values first, then at most
 * one range, in the order of the index, so that the server walks one stretch of the index and sorts nothing. Every read
 * of the adapter is built in this file, and a test checks each against the declared indexes.
 */
export interface FindQuery {
  readonly filter: Readonly<Record<string, Condition>>;
  /** Name of the index. */
  readonly hint: string;
  /** Undefined where the order of rows does not matter. */
  readonly sort?: Readonly<Record<string, 1 | -1>>;
  /** Undefined: whole documents. */
  readonly projection?: Readonly<Record<string, 0 | 1>>;
  /** Most rows returned. */
  readonly limit: number;
}

/** One read over several stretches of an index that are merged: each is a filter as in {@link FindQuery}. */
export interface MergeQuery extends Omit<FindQuery, 'filter'> {
  readonly filter: { readonly $or: readonly FindQuery['filter'][] };
}

/** MongoDB's own index, of `_id`. */
export const ID_INDEX = '_id_';

/** The character after the one that `keyText` puts between the values of a key. */
const BEHIND_SEPARATOR = '}';

/** Values of one `$in`: some hundred kilobytes of keys, far below the 16 MB of a query. */
const KEYS_CHUNK = 5_000;

/** Stretches of an index that MongoDB merges in order; it sorts the rows of more in memory. */
const MERGED_STRETCHES = 100;

/** A text that is not ''. */
const FILLED = { $gt: '' } as const;

/** The key pattern of a declared index: its fields, then those of the key that break ties, all ascending. */
export function keyPattern(collection: Collection, index: string): Readonly<Record<string, 1>> {
  return ascending(indexOrder(collection, index));
}

/** The documents of keys (`keyText`), each at most once. */
export function keyQueries(ids: readonly string[]): readonly FindQuery[] {
  return chunked([...new Set(ids)]).map(($in) => ({ filter: { _id: { $in } }, hint: ID_INDEX, limit: $in.length }));
}

/** Which of these keys have a document, and its revision: no other field is sent. */
export function revisionQueries(ids: readonly string[]): readonly FindQuery[] {
  return keyQueries(ids).map((query) => ({ ...query, projection: { _id: 1, revision: 1 } }));
}

/**
 * A page as several reads that follow one another: the page is the first `limit` rows of them all. A comparison of
 * several fields is not one stretch of an index, but one for each field: (a, b) > (1, 2) is a = 1, b > 2 and then a >
 * 1. With all of it in one filter, the server would begin at a = 1 and walk over every entry before b = 2.
 * @throws Error the index is not declared, or has fewer fields
 */
export function pageQueries(
  collection: Collection,
  options: PageOptions & Pick<MergeOptions, 'to'>,
): readonly FindQuery[] {
  const { index, prefix, after = [], to, descending = false, limit } = options;
  const fields = indexOrder(collection, index);
  if (prefix.length + after.length > fields.length) {
    throw new Error(`${collection.name}.${index} has ${fields.length} fields`);
  }
  const sort = descending ? inOrder(fields, -1) : ascending(fields);
  const values = [...prefix, ...after];
  const query = (filter: Record<string, Condition>): FindQuery => {
    return { filter: filled(collection, index, filter), hint: index, sort, limit };
  };
  const upTo = to === undefined ? {} : { $lte: to };
  if (after.length === 0) {
    const range = to === undefined ? {} : { [fieldBehindPrefix(collection, index, prefix.length)]: { $lte: to } };
    return [query({ ...equal(fields, values), ...range })];
  }
  if (to !== undefined && compareValues(after[0]!, to) > 0) return [];
  const queries: FindQuery[] = [];
  for (let at = values.length - 1; at >= prefix.length; at -= 1) {
    // Behind the first field they share the value of `after`, which is not above `to`.
    const value = values[at]!;
    const range = descending ? { $lt: value } : { $gt: value, ...(at === prefix.length ? upTo : {}) };
    queries.push(query({ ...equal(fields, values.slice(0, at)), [fields[at]!]: range }));
  }
  return queries;
}

/**
 * The keys of a page, as reads that follow one another like those of {@link pageQueries}: the index contains every
 * field that is read.
 */
export function pageKeyQueries(collection: Collection, options: PageOptions): readonly FindQuery[] {
  const projection = { _id: 0, ...ascending(collection.key) } as const;
  return pageQueries(collection, options).map((query) => ({ ...query, projection }));
}

/**
 * The lowest rows under each of many prefixes, as reads that are merged by the order behind the prefixes. Each read has
 * no more prefixes than the server merges while it walks the index, without sorting.
 */
export function mergeQueries(collection: Collection, options: MergeOptions): readonly MergeQuery[] {
  const { index, prefixes, after, to, limit } = options;
  const distinct = distinctPrefixes(collection, index, prefixes);
  const sort = ascending(indexOrder(collection, index).slice(distinct[0]?.length ?? 0));
  const stretches = distinct.flatMap((prefix) => {
    const page = { index, prefix, limit, ...(after ? { after } : {}), ...(to === undefined ? {} : { to }) };
    return pageQueries(collection, page).map(({ filter }) => filter);
  });
  return chunked(stretches, MERGED_STRETCHES).map(($or) => ({ filter: { $or }, hint: index, sort, limit }));
}

/** The lowest value of the field behind the prefix, or the next one after a value, from the index alone. */
export function nextValueQuery(
  collection: Collection,
  index: string,
  prefix: readonly IndexValue[],
  after: IndexValue | undefined,
): FindQuery {
  const field = fieldBehindPrefix(collection, index, prefix.length);
  const page = { index, prefix, limit: 1, ...(after === undefined ? {} : { after: [after] }) };
  return { ...pageQueries(collection, page)[0]!, projection: { _id: 0, [field]: 1 } };
}

/** The filter of a count: one stretch of an index. */
export function countQuery(
  collection: Collection,
  { index, prefix, above }: CountOptions,
): Pick<FindQuery, 'filter' | 'hint'> {
  const behind = fieldBehindPrefix(collection, index, prefix.length);
  const filter = equal(indexOrder(collection, index), prefix);
  const counted = above === undefined ? filter : { ...filter, [behind]: { $gt: above } };
  return { filter: filled(collection, index, counted), hint: index };
}

/** Which documents an index has (`IndexSpec.filled`); undefined: all. */
export function partialFilter(collection: Collection, index: string): Record<string, Condition> | undefined {
  const field = filledField(collection, index);
  return field === undefined ? undefined : { [field]: FILLED };
}

/** A filter from which the server sees that the index has all its documents. */
function filled(
  collection: Collection,
  index: string,
  filter: Record<string, Condition>,
): Readonly<Record<string, Condition>> {
  const field = filledField(collection, index);
  const condition = field === undefined ? undefined : filter[field];
  if (field === undefined || (condition !== undefined && isAbove(condition))) return filter;
  return { ...filter, [field]: { ...FILLED, ...(condition as object | undefined) } };
}

/** Whether a condition on a text names a text that is not '', or a lower bound. */
function isAbove(condition: Condition): boolean {
  return typeof condition !== 'object' || '$gt' in condition || '$in' in condition;
}

/** The `_id`s of the lowest rows whose field behind the prefix is below a value. */
export function belowQuery(
  collection: Collection,
  index: string,
  prefix: readonly IndexValue[],
  before: IndexValue,
  limit: number,
): FindQuery {
  const fields = indexOrder(collection, index);
  const filter = { ...equal(fields, prefix), [fields[prefix.length]!]: { $lt: before } };
  const below = filled(collection, index, filter);
  return { filter: below, hint: index, sort: ascending(fields), projection: { _id: 1 }, limit };
}

/** The `_id`s of documents whose key begins with a workspace: one stretch of the index of `_id`. */
export function workspaceQuery(collection: Collection, workspaceId: string, limit: number): FindQuery {
  const whole = collection.key.length === 1;
  const filter = {
    _id: whole ? workspaceId : { $gt: keyText([workspaceId, '']), $lt: `${workspaceId}${BEHIND_SEPARATOR}` },
  };
  return { filter, hint: ID_INDEX, projection: { _id: 1 }, limit };
}

/**
 * One field by key, from an index that begins with the key: only the index is read. Keys that share all but their last
 * value share a read.
 * @throws Error the index does not begin with the key
 */
export function fieldQueries(
  collection: Collection,
  index: string,
  keys: readonly DocumentKey[],
): readonly FindQuery[] {
  const field = fieldBehindKey(collection, index);
  const leading = collection.key.slice(0, -1);
  const last = collection.key.at(-1)!;
  const groups = new Map<string, { readonly lead: DocumentKey; readonly values: Set<string> }>();
  for (const key of keys) {
    const lead = key.slice(0, -1);
    const name = keyText(lead);
    let group = groups.get(name);
    if (!group) groups.set(name, (group = { lead, values: new Set() }));
    group.values.add(key.at(-1)!);
  }
  const projection = { _id: 0, ...ascending([...collection.key, field]) } as const;
  return [...groups.values()].flatMap(({ lead, values }) =>
    chunked([...values]).map(($in) => ({
      filter: { ...equal(leading, lead), [last]: { $in } },
      hint: index,
      projection,
      limit: $in.length,
    })),
  );
}

/** Fields that have these values, in their order. */
export function equal(fields: readonly string[], values: readonly IndexValue[]): Record<string, Condition> {
  return Object.fromEntries(values.map((value, i) => [fields[i]!, value]));
}

/** Fields in ascending order. */
export function ascending(fields: readonly string[]): Record<string, 1> {
  return inOrder(fields, 1);
}

function inOrder<Order extends 1 | -1>(fields: readonly string[], order: Order): Record<string, Order> {
  return Object.fromEntries(fields.map((field) => [field, order]));
}

export function chunked<Value>(values: readonly Value[], size = KEYS_CHUNK): readonly (readonly Value[])[] {
  const chunks: (readonly Value[])[] = [];
  for (let begin = 0; begin < values.length; begin += size) chunks.push(values.slice(begin, begin + size));
  return chunks;
}
