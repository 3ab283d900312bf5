import { createHash } from 'node:crypto';
import type { BatchSize, ParsedRow, RowBatch } from './file.js';

/** Puts rows into batches, each with the checks of its rows. */
export class Batches {
  private parsed: ParsedRow[] = [];
  private bytes = 0;
  /** Over all rows of the batches before. */
  private readonly hash = createHash('sha256');

  constructor(private readonly size: BatchSize) {}

  /** Adds a row; answers with the batch if the row ends it. */
  add(row: ParsedRow): RowBatch | undefined {
    this.parsed.push(row);
    this.bytes += row.bytes;
    const full = this.parsed.length >= this.size.rows || this.bytes >= this.size.bytes;
    return full ? this.close() : undefined;
  }

  /** The rows since the last batch; undefined if there are none. */
  close(): RowBatch | undefined {
    const { parsed, bytes } = this;
    if (parsed.length === 0) return undefined;
    const before = this.hash.copy();
    this.hash.update(textOf(parsed));
    this.parsed = [];
    this.bytes = 0;
    return {
      rows: parsed.map(({ row }) => row),
      bytes,
      checkAt: (number) => {
        const upTo = parsed.filter(({ row }) => row.number <= number);
        return before.copy().update(textOf(upTo)).digest().readUInt16BE(0);
      },
    };
  }
}

/** No text has a line break. */
function textOf(rows: readonly ParsedRow[]): string {
  return rows.map(({ text }) => `${text}\n`).join('');
}
