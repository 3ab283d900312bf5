import { stringify } from 'csv-stringify/sync';

/** A column of a table of `Shown`. */
export interface Column<Shown> {
  readonly name: string;
  /** Null and undefined: an empty cell. */
  readonly cell: (shown: Shown) => string | number | boolean | null | undefined;
}

/** The line of the names of columns. */
export function headerOf(columns: readonly Pick<Column<never>, 'name'>[]): string {
  return csv([columns.map(({ name }) => name)]);
}

/** A line a row, without a header. */
export function linesOf<Shown>(columns: readonly Column<Shown>[], rows: readonly Shown[]): string {
  return csv(rows.map((row) => columns.map(({ cell }) => String(cell(row) ?? ''))));
}

/**
 * RFC 4180, each line ended by CRLF. Cells are as they are, also where a spreadsheet would take them for a formula:
 * phones begin with `+`, and a client that reads the file back must get the same
 * (docs/adr/0064-an-export-is-exact-as-of-a-revision.md).
 */
function csv(lines: readonly (readonly string[])[]): string {
  // A lone LF or CR needs quotes too: readers that guess the end of lines would end one there.
  return stringify(lines as string[][], { record_delimiter: 'windows', quoted_match: /[\r\n]/ });
}
