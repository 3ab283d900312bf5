import type { FileError } from './file-error.js';

/** How the rows of a file are written; its Content-Type says which. */
export type FileFormat = 'csv' | 'jsonl';

/** What the reader has to know of a file before its first byte. */
export interface FileOptions {
  readonly format: FileFormat;
  /** Whether the bytes are compressed by gzip; several members one after the other are one file. */
  readonly gzip: boolean;
  /** Replaces those of `FILE_LIMITS` that it names. */
  readonly limits?: Partial<FileLimits>;
  /** Replaces those of `BATCH_SIZE` that it names. */
  readonly batch?: Partial<BatchSize>;
}

/** The largest file that is read. Each limit ends the file with a `FileError` of its own code. */
export interface FileLimits {
  /** Bytes of one row, decompressed, with its line break. */
  readonly rowBytes: number;
  /** Bytes of the file, decompressed, blank lines included. */
  readonly fileBytes: number;
  /** Data rows; the same number of blank lines is allowed. */
  readonly rows: number;
  /** Names in the header row of a CSV file. */
  readonly columns: number;
}

/**
 * A row of contact details has less than 10 KiB. 1 GiB is a million rows of 1 KiB. A million blank lines take seconds
 * to skip; 1 GiB of them would take an hour, and come from 1 MiB of gzip.
 */
export const FILE_LIMITS: FileLimits = {
  rowBytes: 65_536,
  fileBytes: 1_073_741_824,
  rows: 1_000_000,
  columns: 100,
};

/** A batch ends with the row that reaches one of the two. */
export interface BatchSize {
  readonly rows: number;
  /** Bytes of the rows in the file, decompressed, with their line breaks. */
  readonly bytes: number;
}

/** 500 rows are one append of contacts; 256 KiB bound the memory of a batch of long rows. */
export const BATCH_SIZE: BatchSize = { rows: 500, bytes: 262_144 };

/** Why a row is none: the file is read beyond it. */
export type UnreadableCode =
  /** CSV: the row has more or fewer cells than the header row. */
  | 'wrong_cell_count'
  /** NUL, or in JSON half of a surrogate pair. */
  | 'invalid_characters'
  /** JSON Lines: the line is not UTF-8, not JSON, has a key twice, is too deep or has too many values. */
  | 'malformed_json'
  /** JSON Lines: the line is an array, a text, a number or a literal. */
  | 'not_an_object'
  /** JSON Lines: a name that every object has, such as `__proto__`. */
  | 'unknown_field';

/**
 * One row. `number` counts data rows from 1, without the header row and blank lines; `line` is the line of the file on
 * which the row begins, from 1. Line breaks are CRLF, LF and in CSV also CR; those within quotes count.
 */
export type FileRow = { readonly number: number; readonly line: number } & (
  | {
      readonly kind: 'values';
      /** CSV: the cells that are not empty, by the name of their column. JSON Lines: the object. */
      readonly values: Readonly<Record<string, unknown>>;
    }
  | { readonly kind: 'unreadable'; readonly code: UnreadableCode; readonly detail: string }
);

/** Rows that follow one another in the file. */
export interface RowBatch {
  readonly rows: readonly FileRow[];
  /** Of the rows in the file, decompressed. */
  readonly bytes: number;
  /**
   * The check of the file up to one of the rows of the batch, this one included: 16 bits of a hash. The same rows have
   * the same check; other rows have another one in 65,535 of 65,536 cases. It is kept in the log, and so short that it
   * tells nothing of personal data.
   * @param number of the row
   */
  readonly checkAt: (number: number) => number;
}

/** A row with what the batches need to know of it. */
export interface ParsedRow {
  readonly row: FileRow;
  /** What the check is computed from: equal for equal rows only, without line breaks. */
  readonly text: string;
  /** Bytes of the row in the file, with its line break. */
  readonly bytes: number;
}

/** What a block of the file brought. */
export interface ParsedRows {
  /** The rows that end in the block. */
  readonly rows: readonly ParsedRow[];
  /** Why the file is read no further; the rows are those before it. */
  readonly failure?: FileError;
}

/** Rows out of the blocks of one file. */
export interface RowParser {
  parse(block: Buffer): Promise<ParsedRows>;
  /** The last row may have no line break. */
  end(): Promise<ParsedRows>;
  /** Ends the file at an error that lies behind the last block: the rows before it, and the error. */
  cut(code: FileError['code'], detail: string): Promise<ParsedRows>;
  /** The error of the row at which the parser stands. */
  failure(code: FileError['code'], detail: string): FileError;
}
