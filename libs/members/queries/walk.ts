import type { IndexValue } from '#kernel';

/** Rows that a page of a filtered read looks at, at most (docs/reference/http-contract.md#pages). */
export const MAX_LOOKED = 5_000;

/** Rows asked for at once, where most of those before did not fit. */
const CHUNK = 500;

/** What a source has behind a place, in its order. */
export interface Stretch<Row> {
  readonly rows: readonly Row[];
  /** Where to go on; undefined: there is no more. */
  readonly next: readonly IndexValue[] | undefined;
}

/** Candidates of a filtered read, in an order in which each row has its place for as long as it fits. */
export interface Source<Row> {
  /** About so many rows behind a place; from the beginning without one. */
  read(after: readonly IndexValue[] | undefined, limit: number): Promise<Stretch<Row>>;
  place(row: Row): readonly IndexValue[];
}

/**
 * The first rows of a source that fit, as many as a page holds. Stops after {@link MAX_LOOKED} rows with what it has.
 * @param fitting those that fit, of the rows read at once and in their order; as they are to be shown.
 */
export async function walk<Row, Shown extends { readonly row: Row }>(
  source: Source<Row>,
  { size, after }: { readonly size: number; readonly after: readonly IndexValue[] | undefined },
  fitting: (rows: readonly Row[]) => Promise<readonly Shown[]>,
): Promise<Stretch<Shown>> {
  const found: Shown[] = [];
  let from = after;
  // One row more than the page holds says whether there is a next one.
  for (let looked = 0, limit = size + 1; looked < MAX_LOOKED; limit = CHUNK) {
    const { rows, next } = await source.read(from, limit);
    found.push(...(await fitting(rows)));
    if (found.length > size) return { rows: found.slice(0, size), next: source.place(found[size - 1]!.row) };
    if (!next) return { rows: found, next: undefined };
    looked += limit;
    from = next;
  }
  return { rows: found, next: from };
}
