/** Why a file is read no further. */
export type FileErrorCode =
  /** A CSV file has bytes that are not UTF-8, or a file of either format is UTF-16. */
  | 'not_utf8'
  /** A quote that is not closed, that is followed by text, or within a cell without quotes. */
  | 'broken_csv'
  | 'row_too_large'
  | 'file_too_large'
  /** More data rows, or more blank lines, than `FileLimits.rows`. */
  | 'too_many_rows'
  /** The header row is missing, has empty or equal names, too many of them, or two separators. */
  | 'bad_header'
  /** The bytes are not gzip, are damaged or end too early. Rows that came before it may be damaged. */
  | 'broken_gzip';

/** The file cannot be read any further. `detail` has nothing of the content of the file. */
export class FileError extends Error {
  constructor(
    readonly code: FileErrorCode,
    /** The line on which the row begins, from 1. */
    readonly line: number,
    /** The data row that cannot be read, from 1; 0 is the header row. */
    readonly row: number,
    readonly detail: string,
  ) {
    super(`line ${line}: ${detail}`);
    this.name = 'FileError';
  }
}
