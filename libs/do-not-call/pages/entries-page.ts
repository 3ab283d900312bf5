import type { IndexValue, Instant } from '#kernel';
import { type FoundPage, type PageRead, type ReadModel, type Source, walkBy } from '#read-model';
import { barOf, DO_NOT_CALL, type DoNotCallRow, presentEntry } from '../domain/entry.js';

/** An entry as the API shows it. */
export type ShownEntry = ReturnType<typeof presentEntry>;

export interface EntriesPageInput {
  readonly workspaceId: string;
  readonly size: number;
  readonly after: readonly IndexValue[] | undefined;
  /** The instant of the read, from before it. */
  readonly at: Instant;
}

/** A page of the entries that count at the instant, in the order in which they were added. */
export const ENTRIES_PAGE: PageRead<EntriesPageInput, ShownEntry> = {
  name: 'do-not-call entries',
  // Few have expired, and no worker has dropped them yet.
  largest: ({ size }) => size,
  find: findEntries,
};

async function findEntries(readModel: ReadModel, input: EntriesPageInput): Promise<FoundPage<ShownEntry>> {
  const { workspaceId, at } = input;
  const { rows, next } = await walkBy(sourceOf(readModel, workspaceId), input, (row) => barOf(row, at) !== null);
  return { items: rows.map(presentEntry), next };
}

function sourceOf(readModel: ReadModel, workspaceId: string): Source<DoNotCallRow> {
  return {
    positionOf: ({ number }) => [number],
    read: async (after, limit) => {
      const options = { index: 'live', prefix: [workspaceId, 1], ...(after && { after }), limit };
      const rows = await readModel.page(DO_NOT_CALL, options);
      return { rows, next: rows.length < limit ? undefined : [rows.at(-1)!.number] };
    },
  };
}
