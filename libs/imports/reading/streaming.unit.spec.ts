import { Readable } from 'node:stream';
import { createGzip, gzipSync } from 'node:zlib';
import { until } from '../../../test/support/until.js';
import type { FileOptions } from './file.js';
import { readRows } from './read-rows.js';
import { batchesOf, inChunks, text } from './testing/files.js';

const MIB = 1_048_576;

/** A source that counts the bytes it gave, and knows whether it was closed. */
class Source {
  given = 0;
  closed = false;

  constructor(
    private readonly chunk: Uint8Array,
    private readonly chunks = Infinity,
    private readonly error?: Error,
  ) {}

  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array> {
    try {
      for (let sent = 0; sent < this.chunks; sent += 1) {
        this.given += this.chunk.length;
        yield this.chunk;
      }
      if (this.error) throw this.error;
    } finally {
      this.closed = true;
    }
  }
}

const OPTIONS: readonly FileOptions[] = [
  { format: 'csv', gzip: false },
  { format: 'jsonl', gzip: false },
  { format: 'csv', gzip: true },
  { format: 'jsonl', gzip: true },
];

/** Members of gzip, each with 1,000 rows that are a header row, a CSV row and an object at once. */
function sourceOf({ gzip }: FileOptions, chunks?: number, error?: Error): Source {
  const rows = text('1\n'.repeat(1_000));
  return new Source(gzip ? gzipSync(rows) : rows, chunks, error);
}

describe.each(OPTIONS)('$format, gzip $gzip', (options) => {
  it('is read no further than the next batch needs, and the source is closed when the consumer stops', async () => {
    const source = sourceOf(options);
    const rows = readRows(source, { ...options, batch: { rows: 10 } });
    await rows.next();
    const afterOne = source.given;
    for (let batch = 0; batch < 50; batch += 1) await rows.next();
    expect(source.given).toBe(afterOne);
    expect(source.closed).toBe(false);

    await rows.return(undefined);
    await until('the source is closed', () => source.closed);
    expect((await rows.next()).done).toBe(true);
  });

  it('passes on what the source throws, as it is', async () => {
    const error = Object.assign(new Error('the connection ended'), { code: 'Z_DATA_ERROR' });
    const source = sourceOf(options, 100, error);
    expect((await batchesOf(source, options)).error).toBe(error);
    expect(source.closed).toBe(true);
  });

  it('destroys a stream that waits for more bytes', async () => {
    const rows = text('1\n'.repeat(20_000));
    const stream = new Readable({ read: () => undefined });
    stream.push(options.gzip ? gzipSync(rows) : rows);
    for await (const batch of readRows(stream, options)) {
      expect(batch.rows).toHaveLength(500);
      break;
    }
    await until('the stream is destroyed', () => stream.destroyed);
  });
});

it.each([
  ['blank lines', 'csv', 'a,b\n' + '\n'.repeat(MIB / 16)],
  ['short rows', 'csv', 'a\n'.repeat(MIB / 32)],
  ['short lines', 'jsonl', '{}\n'.repeat(MIB / 16)],
] as const)('gives the event loop turns within a block of ready bytes: %s', async (_, format, content) => {
  let turns = 0;
  let done = false;
  const count = (): void => {
    turns += 1;
    if (!done) setImmediate(count);
  };
  setImmediate(count);
  await batchesOf(inChunks(text(content), [MIB]), { format, gzip: false });
  done = true;
  // A turn after each block would be 4 to 12.
  expect(turns).toBeGreaterThanOrEqual(18);
});

it.each([
  ['csv', 'a,b\n' + '1,2\n'.repeat(100)],
  ['jsonl', '{}\n'.repeat(100)],
] as const)('reads a small file in one turn, however long it takes: %s', async (format, content) => {
  let turned = false;
  const turn = setImmediate(() => (turned = true));
  const { jest: time } = import.meta;
  const now = time.spyOn(performance, 'now');
  let instant = 0;
  now.mockImplementation(() => (instant += 1_000));
  await batchesOf(inChunks(text(content), [MIB]), { format, gzip: false });
  now.mockRestore();
  clearImmediate(turn);
  expect(turned).toBe(false);
});

describe('a small file of gzip that is large when decompressed', () => {
  const zeros = Buffer.alloc(MIB);

  it.each(OPTIONS.filter(({ gzip }) => gzip))(
    '$format: 10 GiB without a line break end at the row',
    async (options) => {
      const compressed = Readable.from(new Source(zeros, 10_240)).pipe(createGzip({ level: 1 }));
      let given = 0;
      const counted = (async function* () {
        for await (const chunk of compressed as AsyncIterable<Buffer>) {
          given += chunk.length;
          yield chunk;
        }
      })();
      const { error } = await batchesOf(counted, options);
      compressed.destroy();
      expect(error).toMatchObject({ code: 'row_too_large', line: 1 });
      expect(given).toBeLessThan(MIB);
    },
  );

  it('ends at the limit of the file, in memory that stays small', async () => {
    const line = text(`{"a":"${'x'.repeat(60_000)}"}\n`);
    const member = gzipSync(Buffer.concat(Array.from({ length: 100 }, () => line)));
    const source = new Source(member);
    const before = process.memoryUsage();
    let peak = 0;
    const options: FileOptions = { format: 'jsonl', gzip: true, limits: { fileBytes: 200 * MIB } };
    const read = async (): Promise<void> => {
      for await (const _batch of readRows(source, options)) {
        const { arrayBuffers } = process.memoryUsage();
        peak = Math.max(peak, arrayBuffers - before.arrayBuffers);
      }
    };
    await expect(read()).rejects.toMatchObject({ code: 'file_too_large' });
    expect(peak).toBeLessThan(100 * MIB);
  });

  it('ends at the limit of blank lines', async () => {
    const blank = gzipSync(Buffer.alloc(MIB, 0x0a));
    const limits = { rows: 10_000 };
    for (const format of ['csv', 'jsonl'] as const) {
      const { error } = await batchesOf(new Source(blank), { format, gzip: true, limits });
      expect(error).toMatchObject({ code: 'too_many_rows', line: 10_001 });
    }
  });
});
