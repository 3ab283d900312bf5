import type { IndexValue } from '#kernel';

/** Largest number of rows that a page of a filtered read judges (docs/reference/http-contract.md#pages). */
export const MAX_JUDGED = 5_000;

/** Rows of one read after a read in which most rows did not fit. */
const CHUNK = 500;

/** The rows of a source behind a position, in its order. */
export interface Stretch<Row> {
  readonly rows: readonly Row[];
  /** The position at which the next read continues; undefined: there are no more rows. */
  readonly next: readonly IndexValue[] | undefined;
}

/** Candidates of a filtered read, in an order in which each row keeps its position while it fits. */
export interface Source<Row> {
  /** About `limit` rows behind a position; from the beginning without one. */
  read(after: readonly IndexValue[] | undefined, limit: number): Promise<Stretch<Row>>;
  positionOf(row: Row): readonly IndexValue[];
}

/**
 * The first rows of a source that fit, up to the size of a page. Stops after {@link MAX_JUDGED} rows with those found
 * by then.
 * @param fitting the rows that fit among the rows of one read, in their order, in the form in which they are shown
 */
export async function walk<Row, Shown extends { readonly row: Row }>(
  source: Source<Row>,
  { size, after }: { readonly size: number; readonly after: readonly IndexValue[] | undefined },
  fitting: (rows: readonly Row[]) => Promise<readonly Shown[]>,
): Promise<Stretch<Shown>> {
  const found: Shown[] = [];
  let from = after;
  // One row more than the page holds tells whether there is a next page.
  for (let judged = 0, limit = size + 1; judged < MAX_JUDGED; limit = CHUNK) {
    const { rows, next } = await source.read(from, limit);
    found.push(...(await fitting(rows)));
    if (found.length > size) return { rows: found.slice(0, size), next: source.positionOf(found[size - 1]!.row) };
    if (!next) return { rows: found, next: undefined };
    judged += limit;
    from = next;
  }
  return { rows: found, next: from };
}

/** As {@link walk}, of rows that are judged one by one. */
export async function walkBy<Row>(
  source: Source<Row>,
  page: { readonly size: number; readonly after: readonly IndexValue[] | undefined },
  fits: (row: Row) => boolean,
): Promise<Stretch<Row>> {
  const { rows, next } = await walk(source, page, async (read) => read.flatMap((row) => (fits(row) ? [{ row }] : [])));
  return { rows: rows.map(({ row }) => row), next };
}

/**
 * Largest number of rows that a page reads: its size, or {@link MAX_JUDGED} where a filter is given.
 * @param filters undefined ones are not given
 */
export function mostRead(size: number, filters: object): number {
  return Object.values(filters).some((filter) => filter !== undefined) ? MAX_JUDGED : size;
}
