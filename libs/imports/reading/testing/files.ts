import type { FileOptions, FileRow } from '../file.js';
import { readRows } from '../read-rows.js';

/** A text in UTF-8. */
export function text(value: string): Buffer {
  return Buffer.from(value, 'utf8');
}

/** Bytes that arrive in chunks of these sizes, over and over. */
export async function* inChunks(bytes: Uint8Array, sizes: readonly number[]): AsyncGenerator<Uint8Array> {
  for (let at = 0, turn = 0; at < bytes.length; turn += 1) {
    const size = Math.max(1, sizes[turn % sizes.length]!);
    yield bytes.subarray(at, at + size);
    at += size;
  }
}

/** A batch, and the check up to its last row. */
export interface ReadBatch {
  readonly rows: readonly FileRow[];
  readonly check: number;
}

/** All batches of a file, and the error that ended it. */
export async function batchesOf(
  bytes: AsyncIterable<Uint8Array>,
  options: FileOptions,
): Promise<{ batches: readonly ReadBatch[]; error: unknown }> {
  const batches: ReadBatch[] = [];
  try {
    for await (const { rows, checkAt } of readRows(bytes, options)) {
      batches.push({ rows, check: checkAt(rows.at(-1)!.number) });
    }
  } catch (error) {
    return { batches, error };
  }
  return { batches, error: undefined };
}
