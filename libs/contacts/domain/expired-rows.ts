import type { Collection, Day, Row } from '#kernel';

/**
 * How far the rows of a workspace are blanked whose personal data has ended. No event feeds this row: it is written
 * beside the log, and lost with the read model, whose rows are blanked from the first one then.
 */
export interface ExpiredRowsRow extends Row {
  readonly workspace_id: string;
  /**
   * Made with this row, so that another set of rows has another one: what a pass has blanked in one set is never noted
   * in another. Absent from the rows of older versions, which count as if nothing were blanked.
   */
  readonly rows_id?: string;
  /** The rows of days before these are blank; '': none are. */
  readonly calls_before: Day;
  readonly deliveries_before: Day;
  readonly responses_before: Day;
  /** No row up to this number has anything to be blanked later; -1: not even the first one. */
  readonly calls_to: number;
  readonly bodies_to: number;
  readonly responses_to: number;
}

export const EXPIRED_ROWS: Collection<ExpiredRowsRow> = {
  name: 'expired_rows',
  key: ['workspace_id'],
  indexes: [],
  isOfOneCopy: true,
};

/** Nothing of a workspace is blanked yet. */
export function nothingBlanked(workspace_id: string): ExpiredRowsRow {
  const none = { calls_before: '', deliveries_before: '', responses_before: '' };
  return { workspace_id, ...none, calls_to: -1, bodies_to: -1, responses_to: -1, revision: 0 };
}
