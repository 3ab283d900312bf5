/** Bytes of a block: those of zlib have the same size. */
export const BLOCK_BYTES = 16_384;

/** A part of the file. All blocks but the last one are full, however the bytes arrive. */
export interface Block {
  readonly bytes: Buffer;
  /** Set in the last block of a file that has more than the limit: the bytes up to the limit are in the blocks. */
  readonly tooLarge: boolean;
}

/**
 * Cuts bytes into blocks of one size, so that what is read of a file depends on nothing but its content.
 * @param limit largest number of bytes of the file; what comes behind it is not read
 */
export async function* blocksOf(bytes: AsyncIterable<Uint8Array>, limit: number): AsyncGenerator<Block> {
  let block = Buffer.allocUnsafe(BLOCK_BYTES);
  let filled = 0;
  let total = 0;
  for await (const chunk of bytes) {
    const accepted = chunk.subarray(0, limit - total);
    total += accepted.length;
    for (let at = 0; at < accepted.length;) {
      const part = accepted.subarray(at, at + BLOCK_BYTES - filled);
      block.set(part, filled);
      filled += part.length;
      at += part.length;
      if (filled < BLOCK_BYTES) continue;
      yield { bytes: block, tooLarge: false };
      block = Buffer.allocUnsafe(BLOCK_BYTES);
      filled = 0;
    }
    if (accepted.length < chunk.length) {
      yield { bytes: block.subarray(0, filled), tooLarge: true };
      return;
    }
  }
  if (filled > 0) yield { bytes: block.subarray(0, filled), tooLarge: false };
}
