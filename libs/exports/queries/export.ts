import type { Instant } from '#kernel';
import type { NumberedRow } from '../domain/exported-rows.js';
import { ChangesSince } from './changes-since.js';
import type { ExportPorts, RowsAsOf } from './rows-as-of.js';
import { type RowAsOf, type Walk, WalkAsOf } from './walk-as-of.js';

/** What is exported: exact as of one revision (docs/reference/http-contract.md#exports). */
export interface Export<Shown> {
  readonly revision: number;
  /** Statuses are those of this instant. */
  readonly at: Instant;
  /**
   * A walk over all of it, some at a time, in the order of the list endpoint. Each call begins a walk of its own; all
   * tell the same, but for what is erased meanwhile.
   * @throws TooManyLeftError, ReadModelUnavailableError, StoreUnavailableError
   */
  readonly pages: () => AsyncGenerator<readonly Shown[]>;
}

/** An export of the rows of a walk. @param present the rows as they are shown, without those to be left out */
export function exportOf<Doc extends NumberedRow, Shown>(
  asOf: RowsAsOf,
  { readModel, log, rowsARead }: ExportPorts,
  walk: Walk<Doc>,
  present: (rows: readonly RowAsOf<Doc>[]) => readonly Shown[] | Promise<readonly Shown[]>,
): Export<Shown> {
  return {
    revision: asOf.revision,
    at: asOf.at,
    pages: async function* () {
      const changes = new ChangesSince(log, asOf.stream, asOf.revision);
      for await (const rows of new WalkAsOf(walk, { asOf, readModel, changes, rowsARead }).rows()) {
        const shown = await present(rows);
        await asOf.confirm();
        yield shown;
      }
    },
  };
}
