import { type Collection, type Day, dayOf, type IndexValue, type Instant, keyOf, type Row } from '#kernel';
import type { Amendment, ReadModel, ReadModelCacheWriter } from '#read-model';

export interface BlankingPorts {
  readonly readModel: Pick<ReadModel, 'page'>;
  readonly cacheWriter: Pick<ReadModelCacheWriter, 'amendRows'>;
}

/** A row of an index whose last field is `number`: the order in which the rows began. */
export interface NumberedRow extends Row {
  readonly number: number;
}

/** Rows to be blanked. */
export interface Blanking<Doc extends NumberedRow> {
  readonly collection: Collection<Doc>;
  readonly index: string;
  readonly prefix: readonly IndexValue[];
  /** Only rows behind this number. */
  readonly after: number;
  /** Only rows that began on a day before this one. */
  readonly before: Day;
  readonly beganAt: (row: Doc) => Instant;
  /** Rows of one page. */
  readonly limit: number;
  /** The fields to be set; undefined: nothing is left, or it is not the time yet. */
  readonly blank: (row: Doc) => Amendment['set'] | undefined;
  /** Whether nothing of the row will have to be blanked later. */
  readonly isDone: (row: Doc) => boolean;
}

/** How far a walk over rows came. */
export interface Blanked {
  /** Every row up to this number is done. */
  readonly to: number;
  /** Whether every row is done that began before the day. */
  readonly complete: boolean;
}

/**
 * Blanks fields of rows that no event touches any more, except one that blanks them itself: a follower that had read a
 * row before cannot write them back. A rebuild folds the same, since the keys are shredded.
 * @returns undefined: stopped before the last row
 * @throws ReadModelUnavailableError
 */
export async function blankRows<Doc extends NumberedRow>(
  { readModel, cacheWriter }: BlankingPorts,
  { collection, index, prefix, after, before, beganAt, limit, blank, isDone }: Blanking<Doc>,
  isStopped: () => boolean,
): Promise<Blanked | undefined> {
  let to = after;
  let complete = true;
  for (let cursor = after; !isStopped();) {
    const page = await readModel.page(collection, { index, prefix, after: [cursor], limit });
    const rows = page.filter((row) => dayOf(beganAt(row)) < before);
    const amendments = rows.flatMap((row): Amendment[] => {
      const set = blank(row);
      return set ? [{ collection, key: keyOf(collection, row), revision: row.revision, ifFields: {}, set }] : [];
    });
    const blanked = amendments.length > 0 ? await cacheWriter.amendRows(amendments) : 0;
    // A row that changed since it was read is blanked by the next look.
    if (blanked < amendments.length) complete = false;
    for (const row of rows) {
      complete &&= isDone(row);
      if (complete) to = row.number;
    }
    if (rows.length < limit) return { to, complete };
    cursor = rows.at(-1)!.number;
  }
  return undefined;
}
