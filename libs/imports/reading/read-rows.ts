import { Batches } from './batches.js';
import { blocksOf, type Block } from './blocks.js';
import { CsvRows } from './csv-rows.js';
import { EventLoopTurns } from './event-loop-turns.js';
import { BATCH_SIZE, FILE_LIMITS } from './file.js';
import type { FileOptions, ParsedRows, RowBatch, RowParser } from './file.js';
import { gunzipped, GunzipError } from './gunzip.js';
import { JsonLines } from './json-lines.js';

/**
 * Reads a file of rows, in order and in batches. The same file has the same batches, however its bytes arrive and
 * whether they are compressed. No more is read ahead than a block of 16 KiB and the buffers of zlib. The event loop has
 * a turn after about 2 ms of work. A consumer that stops early ends the source.
 * @throws FileError; the rows before it come first, as a last batch. Before `broken_gzip` there are whole batches only,
 * and their rows may be damaged: gzip has its checksum at the end. What the source throws comes through as it is
 */
export async function* readRows(bytes: AsyncIterable<Uint8Array>, options: FileOptions): AsyncGenerator<RowBatch> {
  const limits = { ...FILE_LIMITS, ...options.limits };
  const turns = new EventLoopTurns();
  const parser = options.format === 'csv' ? new CsvRows(limits, turns) : new JsonLines(limits, turns);
  const batches = new Batches({ ...BATCH_SIZE, ...options.batch });
  const blocks = blocksOf(options.gzip ? gunzipped(bytes) : bytes, limits.fileBytes);
  for await (const { rows, failure } of parsed(blocks, parser, limits.fileBytes)) {
    for (const row of rows) {
      const batch = batches.add(row);
      if (batch) yield batch;
    }
    if (failure) {
      const batch = batches.close();
      if (batch) yield batch;
      throw failure;
    }
  }
  const last = batches.close();
  if (last) yield last;
}

/** What each block brings. After a failure the consumer asks for no more. */
async function* parsed(blocks: AsyncIterable<Block>, parser: RowParser, fileBytes: number): AsyncGenerator<ParsedRows> {
  let first = true;
  try {
    for await (const { bytes, tooLarge } of blocks) {
      if (first && isUtf16(bytes)) yield await parser.cut('not_utf8', UTF16);
      const rows = await parser.parse(first ? withoutByteOrderMark(bytes) : bytes);
      first = false;
      yield rows;
      if (tooLarge) yield await parser.cut('file_too_large', tooManyBytes(fileBytes));
    }
  } catch (error) {
    if (!(error instanceof GunzipError)) throw error;
    throw parser.failure('broken_gzip', 'The file is not gzip, is damaged or ends too early.');
  }
  yield await parser.end();
}

function tooManyBytes(limit: number): string {
  return `The file has more than ${limit} bytes.`;
}

function isUtf16(start: Buffer): boolean {
  return start.length >= 2 && (start.readUInt16BE(0) === 0xfeff || start.readUInt16BE(0) === 0xfffe);
}

function withoutByteOrderMark(start: Buffer): Buffer {
  return start.subarray(0, 3).equals(BYTE_ORDER_MARK) ? start.subarray(3) : start;
}

const UTF16 = 'The file is UTF-16: save it as UTF-8.';
const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf]);
