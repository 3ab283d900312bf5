import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';

/** The bytes are not gzip, are damaged or end too early. */
export class GunzipError extends Error {}

/**
 * Decompresses gzip, also of several members. zlib works on a thread of its own, and no further ahead than its buffers
 * of 16 KiB.
 * @throws GunzipError; what the source throws comes through as it is
 */
export async function* gunzipped(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const gunzip = createGunzip();
  const source = new Source(bytes);
  const piped = pipeline(Readable.from(source, { highWaterMark: 1 }), gunzip);
  // Its errors are those that the loop throws.
  piped.catch(() => undefined);
  try {
    yield* gunzip as AsyncIterable<Uint8Array>;
  } catch (error) {
    if (source.failures.includes(error)) throw error;
    throw new GunzipError(error instanceof Error ? error.message : undefined, { cause: error });
  } finally {
    gunzip.destroy();
    // An iterator that waits for bytes returns only when they come.
    if (bytes instanceof Readable) bytes.destroy();
  }
}

/** The source, which remembers what it threw: an error of zlib looks like any other. */
class Source {
  readonly failures: unknown[] = [];

  constructor(private readonly bytes: AsyncIterable<Uint8Array>) {}

  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array> {
    try {
      for await (const chunk of this.bytes) if (chunk.length > 0) yield chunk;
    } catch (error) {
      this.failures.push(error);
      throw error;
    }
  }
}
