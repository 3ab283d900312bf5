import { closeSync, createReadStream, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { DocumentKey } from '#kernel';

/** A row that had events which the fresh fold lacked: it was written meanwhile, unless a later fold lacks them too. */
export interface MovedRow {
  /** The number of its projection, in the order in which projections are compared. */
  readonly projection: number;
  readonly key: DocumentKey;
  /** The revision of the live row. */
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
  private written = 0;

  get count(): number {
    return this.written + this.rows.length;
  }

  /** @throws Error the temporary file cannot be written */
  add(row: MovedRow): void {
    this.rows.push(row);
    if (this.rows.length < MOST_IN_MEMORY) return;
    this.file ??= unnamedFile();
    writeSync(this.file, this.rows.map((each) => `${JSON.stringify(each)}\n`).join(''));
    this.written += this.rows.length;
    this.rows = [];
  }

  /**
   * Up to `size` rows of one projection at a time.
   * @throws Error the temporary file cannot be read
   */
  async *pages(size: number): AsyncGenerator<readonly MovedRow[]> {
    let page: MovedRow[] = [];
    for await (const row of this.all()) {
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

  private async *all(): AsyncGenerator<MovedRow> {
    if (this.file !== undefined) {
      const input = createReadStream('', { fd: this.file, start: 0, autoClose: false });
      for await (const line of createInterface({ input, crlfDelay: Infinity })) yield JSON.parse(line) as MovedRow;
    }
    yield* this.rows;
  }
}

/** A temporary file without a name: nothing of it is left, however the process ends. */
function unnamedFile(): number {
  const directory = mkdtempSync(join(tmpdir(), 'smart-lists-moved-'));
  try {
    return openSync(join(directory, 'rows'), 'wx+', 0o600);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}
