import type { IndexSpec, IndexValue, Row } from '../index.js';

type Fields = Readonly<Record<string, IndexValue>>;

/** Compares index values and tuples of them: numbers before texts; the shorter tuple of equal beginnings is equal. */
export function compare(a: readonly IndexValue[], b: readonly IndexValue[]): number {
  for (let i = 0; i < Math.min(a.length, b.length); i += 1) {
    const [x, y] = [a[i]!, b[i]!];
    if (typeof x !== typeof y) return typeof x === 'number' ? -1 : 1;
    if (x !== y) return x < y ? -1 : 1;
  }
  return 0;
}

/** A row and its place in an index. */
export interface Placed<Doc> {
  readonly row: Doc;
  readonly place: readonly IndexValue[];
}

/** The rows under a prefix of an index, behind `after`, in its order. */
export function placed<Doc extends Row>(
  table: ReadonlyMap<string, Doc>,
  { fields }: IndexSpec,
  prefix: readonly IndexValue[],
  after: readonly IndexValue[] | undefined,
): readonly Placed<Doc>[] {
  const under: (Placed<Doc> & { readonly key: string })[] = [];
  for (const [key, row] of table) {
    const place = fields.map((field) => (row as unknown as Fields)[field]!);
    if (!prefix.every((value, n) => place[n] === value)) continue;
    if (!after || compare(place.slice(prefix.length), after) > 0) under.push({ key, row, place });
  }
  return under.sort((a, b) => compare([...a.place, a.key], [...b.place, b.key]));
}
