import { createHash } from 'node:crypto';
import type { BatchSize, FileRow, ParsedRow, RowBatch } from './file.js';

/** Puts rows into batches and chains their checks. */
export class Batches {
  private rows: FileRow[] = [];
  private texts: string[] = [];
  private bytes = 0;
  private chained = Buffer.alloc(0);

  constructor(private readonly size: BatchSize) {}

  /** Adds a row; answers with the batch if the row ends it. */
  add({ row, text, bytes }: ParsedRow): RowBatch | undefined {
    this.rows.push(row);
    this.texts.push(text);
    this.bytes += bytes;
    const full = this.rows.length >= this.size.rows || this.bytes >= this.size.bytes;
    return full ? this.close() : undefined;
  }

  /** The rows since the last batch; undefined if there are none. */
  close(): RowBatch | undefined {
    if (this.rows.length === 0) return undefined;
    this.chained = createHash('sha256').update(this.chained).update(this.texts.join('\n')).digest();
    const batch = { rows: this.rows, check: this.chained.readUInt16BE(0) };
    this.rows = [];
    this.texts = [];
    this.bytes = 0;
    return batch;
  }
}
