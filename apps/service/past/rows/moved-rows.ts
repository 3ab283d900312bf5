import { closeSync, mkdtempSync, openSync, readSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DocumentKey } from '#kernel';

/**
 * A row that had events which the fresh fold lacked, or lacked some: it was written meanwhile, unless a later fold
 * shows the same.
 */
export interface MovedRow {
  /** The number of its projection, in the order in which projections are compared. */
  readonly projection: number;
  readonly key: DocumentKey;
  /** The revision of the live row; less than any where there was none. */
  readonly revision: number;
}

/** Rows kept in memory, some 200 bytes each. A busy service writes more while millions of rows are compared. */
const MOST_IN_MEMORY = 20_000;

/**
 * The rows that moved while rows were compared, in the order in which they were added. Those that memory is not to hold
 * are in a temporary file, which has no name and ends with the process.
 */
export class MovedRows {
  private rows: MovedRow[] = [];
  private file: number | undefined;
  /** Bytes of each part of the file: the JSON of some rows. */
  private readonly parts: number[] = [];

  /** @param directory of the temporary file */
  constructor(private readonly directory: string) {}

  get count(): number {
    return this.parts.length * MOST_IN_MEMORY + this.rows.length;
  }

  /** @throws Error the temporary file cannot be written */
  add(row: MovedRow): void {
    this.rows.push(row);
    if (this.rows.length < MOST_IN_MEMORY) return;
    this.file ??= unnamedFile(this.directory);
    const part = Buffer.from(JSON.stringify(this.rows));
    writeFileSync(this.file, part);
    this.parts.push(part.length);
    this.rows = [];
  }

  /**
   * Up to `size` rows of one projection at a time.
   * @throws Error the temporary file cannot be read
   */
  *pages(size: number): Generator<readonly MovedRow[]> {
    let page: MovedRow[] = [];
    for (const row of this.all()) {
      if (page.length === size || (page.length > 0 && page[0]!.projection !== row.projection)) {
        yield page;
        page = [];
      }
      page.push(row);
    }
    if (page.length > 0) yield page;
  }

  /** Gives the temporary file back. */
  close(): void {
    if (this.file !== undefined) closeSync(this.file);
    this.file = undefined;
  }

  private *all(): Generator<MovedRow> {
    let begin = 0;
    for (const length of this.parts) {
      yield* JSON.parse(this.read(begin, length)) as MovedRow[];
      begin += length;
    }
    yield* this.rows;
  }

  private read(begin: number, length: number): string {
    const part = Buffer.alloc(length);
    for (let at = 0; at < length;) {
      const read = readSync(this.file!, part, { offset: at, length: length - at, position: begin + at });
      if (read === 0) throw new Error('The temporary file of rows that moved is shorter than it was.');
      at += read;
    }
    return part.toString();
  }
}

/** A temporary file without a name: nothing of it is left, however the process ends. */
function unnamedFile(parent: string): number {
  const directory = mkdtempSync(join(parent, 'smart-lists-moved-'));
  let file: number | undefined;
  try {
    file = openSync(join(directory, 'rows'), 'wx+', 0o600);
    rmSync(directory, { recursive: true });
    return file;
  } catch (error) {
    if (file !== undefined) closeSync(file);
    rmSync(directory, { recursive: true, force: true });
    throw error;
  }
}
