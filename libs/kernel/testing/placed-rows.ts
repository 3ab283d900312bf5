import type { Collection, IndexSpec, IndexValue, CandidatesOptions, CandidateValuesOptions, Row } from '../index.js';

type Fields = Readonly<Record<string, IndexValue>>;

/** Compares index values and tuples of them: numbers before texts; a tuple equals a longer one that begins with it. */
export function compare(a: readonly IndexValue[], b: readonly IndexValue[]): number {
  for (let i = 0; i < Math.min(a.length, b.length); i += 1) {
    const [x, y] = [a[i]!, b[i]!];
    if (typeof x !== typeof y) return typeof x === 'number' ? -1 : 1;
    if (x !== y) return x < y ? -1 : 1;
  }
  return 0;
}

/** A row and its position in an index. */
export interface Placed<Doc> {
  readonly row: Doc;
  readonly position: readonly IndexValue[];
}

/**
 * A declared index of a collection.
 * @throws Error there is none of this name
 */
export function indexOf(collection: Collection, name: string): IndexSpec {
  const spec = collection.indexes.find((index) => index.name === name);
  if (!spec) throw new Error(`${collection.name} has no index ${name}`);
  return spec;
}

/** The rows under a prefix of an index, behind `after`, in its order. */
export function placed<Doc extends Row>(
  table: ReadonlyMap<string, Doc>,
  { fields, filled }: IndexSpec,
  prefix: readonly IndexValue[],
  after: readonly IndexValue[] | undefined,
): readonly Placed<Doc>[] {
  const under: (Placed<Doc> & { readonly key: string })[] = [];
  for (const [key, row] of table) {
    if (filled !== undefined && (row as unknown as Fields)[filled] === '') continue;
    const position = fields.map((field) => (row as unknown as Fields)[field]!);
    if (!prefix.every((value, n) => position[n] === value)) continue;
    if (!after || compare(position.slice(prefix.length), after) > 0) under.push({ key, row, position });
  }
  return under.sort((a, b) => compare([...a.position, a.key], [...b.position, b.key]));
}

/**
 * The rows of a merge over an index, and where it ends if they reach its limit: behind the prefix, ties broken by the
 * key.
 */
export function merged<Doc extends Row>(
  table: ReadonlyMap<string, Doc>,
  collection: Collection,
  { index, prefixes, after, to, limit }: CandidatesOptions,
): { readonly rows: readonly Doc[]; readonly end: readonly IndexValue[] | undefined } {
  const spec = indexOf(collection, index);
  const { fields } = spec;
  const order = { ...spec, fields: [...fields, ...collection.key.filter((field) => !fields.includes(field))] };
  const length = prefixes[0]?.length ?? 0;
  if (prefixes.some((prefix) => prefix.length !== length)) throw new Error('the prefixes are of one length');
  const distinct = [...new Map(prefixes.map((prefix) => [JSON.stringify(prefix), prefix])).values()];
  const found = distinct
    .flatMap((prefix) => placed(table, order, prefix, after))
    .map(({ row, position }) => ({ row, position: position.slice(length) }))
    .filter(({ position }) => to === undefined || compare(position.slice(0, 1), [to]) <= 0)
    .sort((a, b) => compare(a.position, b.position))
    .slice(0, limit);
  return { rows: found.map(({ row }) => row), end: found[limit - 1]?.position };
}

/** The values of the field behind a prefix of an index, each once, ascending. */
export function distinctValues(
  table: ReadonlyMap<string, Row>,
  collection: Collection,
  { index, prefix, to, limit }: CandidateValuesOptions,
): readonly IndexValue[] {
  const values = placed(table, indexOf(collection, index), prefix, undefined).map(
    ({ position }) => position[prefix.length]!,
  );
  return [...new Set(values)].filter((value) => to === undefined || compare([value], [to]) <= 0).slice(0, limit);
}
