import { CsvError, parse, type Parser } from 'csv-parse';
import { columnNames, separatorOf } from './csv-header.js';
import type { EventLoopTurns } from './event-loop-turns.js';
import { FileError } from './file-error.js';
import type { FileLimits, FileRow, ParsedRow, ParsedRows, RowParser } from './file.js';
import { Utf8Check } from './utf8-check.js';

const LINE_BREAKS = ['\r\n', '\n', '\r'];

/** Bytes that csv-parse leaves unread until more follow: at most 3, to see a quote and a line break. 8 are enough. */
const LOOK_AHEAD = 8;

/** Bytes given to csv-parse at once: 512 blank lines, 4 µs each, take it 2 ms. */
const SLICE_BYTES = 512;

/**
 * Rows of a CSV file (RFC 4180) by csv-parse, which is given bytes that are UTF-8 and hands over each row as it ends.
 * Lines are counted here: csv-parse counts a CRLF within quotes as two.
 * @see docs/adr/0006-libraries-and-own-parts.md
 */
export class CsvRows implements RowParser {
  private readonly utf8 = new Utf8Check();
  private parser: Parser | undefined;
  private names: readonly string[] | undefined;
  /** Text of the header row until the first data row; the check covers it with that row. */
  private headerText = '';
  private rows: ParsedRow[] = [];
  private number = 0;
  private blankLines = 0;
  /** The line on which the next row begins. */
  private line = 1;
  /** Bytes given to csv-parse, and up to the end of the last row. */
  private given = 0;
  private rowEnd = 0;

  constructor(
    private readonly limits: FileLimits,
    private readonly turns: EventLoopTurns,
  ) {}

  async parse(block: Buffer): Promise<ParsedRows> {
    if (!this.parser) {
      const separator = separatorOf(block);
      if (!separator) return this.rowsUntil('bad_header', 'The header row has two kinds of separators outside quotes.');
      this.parser = this.newParser(separator);
    }
    const { bytes, broken } = this.utf8.check(block);
    const failure = await this.give(bytes, this.parser);
    if (failure) return { rows: this.taken(), failure };
    if (this.given - LOOK_AHEAD - this.rowEnd > this.limits.rowBytes) return this.rowsUntil(...this.rowTooLarge());
    if (broken) return this.cut('not_utf8', NOT_UTF8);
    return { rows: this.taken() };
  }

  async end(): Promise<ParsedRows> {
    if (this.utf8.endsInCharacter) return this.cut('not_utf8', NOT_UTF8);
    const parser = this.parser;
    const failure = parser && (await this.outcome((done) => parser.end(done)));
    if (failure) return { rows: this.taken(), failure };
    if (!this.names) return this.rowsUntil('bad_header', 'The file has no header row.');
    return { rows: this.taken() };
  }

  async cut(code: FileError['code'], detail: string): Promise<ParsedRows> {
    const parser = this.parser;
    // Letters make csv-parse read what it left, and end no row. That they are wrong behind a quote does not matter.
    if (parser) await this.outcome((done) => parser.write('x'.repeat(LOOK_AHEAD), done));
    return this.rowsUntil(code, detail);
  }

  failure(code: FileError['code'], detail: string): FileError {
    return new FileError(code, this.line, this.names ? this.number + 1 : 0, detail);
  }

  private async give(bytes: Buffer, parser: Parser): Promise<FileError | undefined> {
    for (let at = 0; at < bytes.length; at += SLICE_BYTES) {
      const slice = bytes.subarray(at, at + SLICE_BYTES);
      const { line } = this;
      this.given += slice.length;
      const failure = await this.outcome((done) => parser.write(slice, done));
      if (failure) return failure;
      await this.turns.pause(this.line - line, slice.length);
    }
    return undefined;
  }

  private newParser(delimiter: string): Parser {
    const parser = parse({
      delimiter,
      record_delimiter: LINE_BREAKS,
      relax_column_count: true,
      on_record: (cells: string[], { bytes }) => {
        // csv-parse compares each row with the first, and makes an error of 80 µs for one that has more or fewer cells,
        // also for a blank line. While it has counted no row, it takes each for the first.
        Object.assign(parser.info, { records: 0 });
        this.addRow(cells, bytes);
        // The row is taken: nothing is queued in the stream.
        return null;
      },
    });
    // Errors are those of the calls of write and end.
    parser.on('error', () => undefined);
    return parser;
  }

  /** @throws FileError, which csv-parse hands to the caller of write or end */
  private addRow(cells: readonly string[], end: number): void {
    const bytes = end - this.rowEnd;
    if (bytes > this.limits.rowBytes) throw this.failure(...this.rowTooLarge());
    this.rowEnd = end;
    const text = JSON.stringify(cells);
    if (cells.length === 1 && cells[0]!.trim() === '') this.skipBlankLine();
    else if (!this.names) this.readHeader(cells, text);
    else {
      if (this.number >= this.limits.rows) throw this.failure('too_many_rows', tooMany(this.limits.rows, 'rows'));
      this.number += 1;
      this.rows.push({ row: this.rowOf(cells, this.names, text), text: this.headerText + text, bytes });
      this.headerText = '';
    }
    this.line += 1 + lineBreaks(cells, text);
  }

  private skipBlankLine(): void {
    this.blankLines += 1;
    if (this.blankLines > this.limits.rows)
      throw this.failure('too_many_rows', tooMany(this.limits.rows, 'blank lines'));
  }

  private readHeader(cells: readonly string[], text: string): void {
    const names = columnNames(cells, this.limits.columns);
    if (typeof names === 'string') throw this.failure('bad_header', names);
    this.names = names;
    this.headerText = `${text}\n`;
  }

  private rowOf(cells: readonly string[], names: readonly string[], text: string): FileRow {
    const { number, line } = this;
    if (cells.length !== names.length) {
      const detail = `The row has another number of cells than the header row: ${cells.length}, not ${names.length}.`;
      return { number, line, kind: 'unreadable', code: 'wrong_cell_count', detail };
    }
    if (text.includes('\\u0000') && cells.some((cell) => cell.includes('\0'))) {
      return { number, line, kind: 'unreadable', code: 'invalid_characters', detail: 'The row contains NUL.' };
    }
    const values: Record<string, string> = {};
    for (const [index, cell] of cells.entries()) if (cell !== '') values[names[index]!] = cell;
    return { number, line, kind: 'values', values };
  }

  /** What csv-parse answers to a call; undefined if it is content. */
  private async outcome(call: (done: (error?: Error | null) => void) => void): Promise<FileError | undefined> {
    const error = await new Promise<Error | null | undefined>((done) => call(done));
    if (!error) return undefined;
    if (error instanceof CsvError) return this.failure('broken_csv', BROKEN_QUOTES[error.code] ?? BROKEN_QUOTE);
    if (error instanceof FileError) return error;
    throw error;
  }

  private rowsUntil(code: FileError['code'], detail: string): ParsedRows {
    return { rows: this.taken(), failure: this.failure(code, detail) };
  }

  private rowTooLarge(): ['row_too_large', string] {
    return ['row_too_large', `The row has more than ${this.limits.rowBytes} bytes; a quote may be left open.`];
  }

  private taken(): readonly ParsedRow[] {
    const { rows } = this;
    this.rows = [];
    return rows;
  }
}

const NOT_UTF8 = 'The row is not UTF-8: save the file as UTF-8.';
const BROKEN_QUOTE = 'A quote of the row is broken.';
const BROKEN_QUOTES: Readonly<Partial<Record<CsvError['code'], string>>> = {
  CSV_QUOTE_NOT_CLOSED: 'A quote of the row is not closed until the end of the file.',
  CSV_INVALID_CLOSING_QUOTE:
    'A quote of the row is closed before the end of its cell: quotes within a cell are doubled.',
  INVALID_OPENING_QUOTE: 'A cell of the row has a quote, but does not begin with one.',
};

function tooMany(limit: number, what: string): string {
  return `The file has more than ${limit} ${what}.`;
}

/** Line breaks within the cells. `text` is their JSON: what it does not escape they do not have. */
function lineBreaks(cells: readonly string[], text: string): number {
  if (!text.includes('\\n') && !text.includes('\\r')) return 0;
  return cells.reduce((sum, cell) => sum + (cell.match(/\r\n|\n|\r/g)?.length ?? 0), 0);
}
