import type { Collection, FieldError, Row } from '#kernel';

/** Why rows are refused: the field as a JSON Pointer into the row, the code and the sentence of its rule. */
export type RowRefusal = FieldError;

/** A row of a file that changed nothing, and why. */
export interface RefusedRow {
  /** Its number among the rows of the file, from 1. */
  readonly row: number;
  /** The line of the file on which it begins, from 1. */
  readonly line: number;
  readonly refusal: RowRefusal;
}

/**
 * Refused rows as they are recorded: each reason once, and rows that name theirs by its index. Nothing of a row itself
 * is among them: a row is personal data.
 */
export interface RefusalsOfRows {
  readonly reasons: readonly RowRefusal[];
  /** Number, line and reason of each row, in the order of the file. */
  readonly rows: readonly (readonly [row: number, line: number, reason: number])[];
}

/** The refused rows of one event; none where it refused none. */
export interface ImportRefusalsRow extends Row, RefusalsOfRows {
  readonly workspace_id: string;
  readonly import_id: string;
  /** The last row of the event, as text for the key. */
  readonly up_to: string;
  readonly up_to_row: number;
}

export const IMPORT_REFUSALS: Collection<ImportRefusalsRow> = {
  name: 'import_refusals',
  key: ['workspace_id', 'import_id', 'up_to'],
  indexes: [{ name: 'by_row', fields: ['workspace_id', 'import_id', 'up_to_row'] }],
};

/** Refused rows in the form in which they are recorded. */
export function recordedRefusals(refused: readonly RefusedRow[]): RefusalsOfRows {
  const reasons = new Map<string, number>();
  const rows = refused.map(({ row, line, refusal: { pointer, code, detail } }) => {
    const text = JSON.stringify({ pointer, code, detail });
    const reason = reasons.get(text) ?? reasons.size;
    reasons.set(text, reason);
    return [row, line, reason] as const;
  });
  return { reasons: [...reasons.keys()].map((text) => JSON.parse(text) as RowRefusal), rows };
}

/** Refused rows as the API shows them. */
export function presentRefusedRows({ reasons, rows }: RefusalsOfRows) {
  return rows.map(([row, line, reason]) => ({ row, line, ...reasons[reason]! }));
}
