import type { Collection, IndexValue, Row } from '#kernel';
import type { ReadModel } from '#read-model';

/**
 * Rows of one read of a to-do list. A read takes the embedded pair, which reads on the thread that answers HTTP, a few
 * milliseconds.
 */
const PAGE_SIZE = 200;

/** A range of an index, and the position behind one of its rows. */
export interface IndexRange<Doc extends Row> {
  readonly index: string;
  readonly prefix: readonly IndexValue[];
  readonly cursorOf: (row: Doc) => readonly IndexValue[];
}

/**
 * Reads all rows of a range, page after page, in its order.
 * @throws ReadModelUnavailableError
 */
export async function readPages<Doc extends Row>(
  readModel: Pick<ReadModel, 'page'>,
  collection: Collection<Doc>,
  { index, prefix, cursorOf }: IndexRange<Doc>,
  { each, isStopped }: { readonly each: (row: Doc) => void; readonly isStopped: () => boolean },
): Promise<void> {
  let after: readonly IndexValue[] | undefined;
  do {
    const rows = await readModel.page(collection, { index, prefix, ...(after && { after }), limit: PAGE_SIZE });
    if (isStopped()) return;
    for (const row of rows) each(row);
    after = rows.length === PAGE_SIZE ? cursorOf(rows.at(-1)!) : undefined;
  } while (after);
}
