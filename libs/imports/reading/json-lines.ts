import { parseStrictJson } from '#http';
import { DomainError } from '#kernel';
import type { Json, JsonObject } from '#kernel';
import type { EventLoopTurns } from './event-loop-turns.js';
import { FileError } from './file-error.js';
import type { FileLimits, FileRow, ParsedRow, ParsedRows, RowParser, UnreadableCode } from './file.js';

const LINE_FEED = 0x0a;
/** Space, tab and carriage return: what JSON allows around a value within a line. */
const BLANKS: ReadonlySet<number> = new Set([0x20, 0x09, 0x0d]);

/** Rows of a file of JSON Lines: one object a line, read as strictly as the body of a request. */
export class JsonLines implements RowParser {
  /** The bytes behind the last line break. */
  private rest = Buffer.alloc(0);
  private number = 0;
  private blankLines = 0;
  /** The line on which the next row begins. */
  private line = 1;

  constructor(
    private readonly limits: FileLimits,
    private readonly turns: EventLoopTurns,
  ) {}

  async parse(block: Buffer): Promise<ParsedRows> {
    const bytes = this.rest.length > 0 ? Buffer.concat([this.rest, block]) : block;
    const rows: ParsedRow[] = [];
    let start = 0;
    for (let end = bytes.indexOf(LINE_FEED); end >= 0; end = bytes.indexOf(LINE_FEED, start)) {
      const failure = this.addLine(bytes.subarray(start, end), end + 1 - start, rows);
      if (failure) return { rows, failure };
      await this.turns.pause(1, end + 1 - start);
      start = end + 1;
    }
    this.rest = Buffer.from(bytes.subarray(start));
    if (this.rest.length > this.limits.rowBytes) return { rows, failure: this.rowTooLarge() };
    return { rows };
  }

  async end(): Promise<ParsedRows> {
    const rows: ParsedRow[] = [];
    const failure = this.addLine(this.rest, this.rest.length, rows);
    return failure ? { rows, failure } : { rows };
  }

  async cut(code: FileError['code'], detail: string): Promise<ParsedRows> {
    return { rows: [], failure: this.failure(code, detail) };
  }

  failure(code: FileError['code'], detail: string): FileError {
    return new FileError(code, this.line, this.number + 1, detail);
  }

  /** Adds the row of a line; answers with the error that ends the file. */
  private addLine(line: Buffer, bytes: number, rows: ParsedRow[]): FileError | undefined {
    if (bytes > this.limits.rowBytes) return this.rowTooLarge();
    if (isBlank(line)) {
      this.blankLines += 1;
      if (this.blankLines > this.limits.rows) return this.tooMany('blank lines');
    } else {
      if (this.number >= this.limits.rows) return this.tooMany('rows');
      this.number += 1;
      rows.push({ row: this.rowOf(line), text: line.toString('latin1'), bytes });
    }
    this.line += 1;
    return undefined;
  }

  private rowOf(bytes: Buffer): FileRow {
    const { number, line } = this;
    const unreadable = (code: UnreadableCode, detail: string): FileRow => ({
      ...{ number, line, kind: 'unreadable', code, detail },
    });
    try {
      const values = parseStrictJson(bytes, 'The line');
      if (!isObject(values)) return unreadable('not_an_object', 'The line is not a JSON object.');
      return { number, line, kind: 'values', values };
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      if (error.code === 'malformed_json') return unreadable('malformed_json', error.detail);
      const unfit = error.errors?.[0]?.code === 'unknown_field' ? 'unknown_field' : 'invalid_characters';
      return unreadable(unfit, error.detail);
    }
  }

  private rowTooLarge(): FileError {
    return this.failure('row_too_large', `The line has more than ${this.limits.rowBytes} bytes.`);
  }

  private tooMany(what: string): FileError {
    return this.failure('too_many_rows', `The file has more than ${this.limits.rows} ${what}.`);
  }
}

function isBlank(line: Buffer): boolean {
  for (const byte of line) if (!BLANKS.has(byte)) return false;
  return true;
}

function isObject(value: Json): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
