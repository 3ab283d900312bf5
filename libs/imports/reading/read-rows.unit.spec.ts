import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { BLOCK_BYTES } from './blocks.js';
import type { FileOptions } from './file.js';
import { readRows } from './read-rows.js';
import { batchesOf, inChunks, type ReadBatch, text } from './testing/files.js';

const CSV: FileOptions = { format: 'csv', gzip: false };
const JSONL: FileOptions = { format: 'jsonl', gzip: false };

/** Cells that a CSV file can hold: no NUL; surrogates come in pairs. */
const cell = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 12 }).map((value) => value.replaceAll('\0', '')),
  fc.stringMatching(/^[ ",;\t\r\näé€😀x]{0,8}$/u),
);
const table = fc
  .integer({ min: 2, max: 5 })
  .chain((width) => fc.array(fc.array(cell, { minLength: width, maxLength: width }), { maxLength: 30 }))
  .map((rows) => ({ names: (rows[0] ?? ['', '']).map((_, index) => `name ${index}`), rows }));

const written = (rows: readonly (readonly string[])[], separator: string, lineBreak: string): string =>
  rows.map((cells) => cells.map((value) => `"${value.replaceAll('"', '""')}"`).join(separator) + lineBreak).join('');

const rowsOf = (batches: readonly ReadBatch[]) => batches.flatMap(({ rows }) => rows);

describe('a CSV file', () => {
  it('is read back as it was written, with the line on which each row begins', async () => {
    await fc.assert(
      fc.asyncProperty(
        table,
        fc.constantFrom(',', ';', '\t'),
        fc.constantFrom('\n', '\r\n', '\r'),
        fc.boolean(),
        async ({ names, rows }, separator, lineBreak, mark) => {
          const file = (mark ? '\ufeff' : '') + written([names, ...rows], separator, lineBreak);
          const { batches, error } = await batchesOf(inChunks(text(file), [7]), CSV);

          expect(error).toBeUndefined();
          const lines = (cells: readonly string[]): number =>
            1 + cells.join('|').replaceAll('\r\n', '\n').replaceAll('\r', '\n').split('\n').length - 1;
          let line = 2;
          const expected = rows.map((cells, index) => {
            const values = Object.fromEntries(
              cells.map((value, column) => [names[column]!, value]).filter(([, value]) => value !== ''),
            ) as Record<string, string>;
            const row = { number: index + 1, line, kind: 'values', values };
            line += lines(cells);
            return row;
          });
          expect(rowsOf(batches)).toEqual(expected);
        },
      ),
      { numRuns: 300 },
    );
  });

  it('has the same batches and checks however its bytes arrive, compressed or not', async () => {
    await fc.assert(
      fc.asyncProperty(
        table,
        fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 8 }),
        fc.string({ unit: 'binary', maxLength: 20 }),
        async ({ names, rows }, sizes, tail) => {
          const file = text(written([names, ...rows], ',', '\r\n') + tail);
          const options = { ...CSV, batch: { rows: 4, bytes: 60 } };
          const whole = await batchesOf(inChunks(file, [file.length]), options);

          expect(await batchesOf(inChunks(file, sizes), options)).toEqual(whole);
          expect(await batchesOf(inChunks(gzipSync(file), sizes), { ...options, gzip: true })).toEqual(whole);
        },
      ),
      { numRuns: 200 },
    );
  });

  it('of many blocks is the same in all chunks, with characters and line breaks at every place', async () => {
    for (const shift of [0, 1, 2, 3]) {
      const rows = Array.from({ length: 2_000 }, (_, index) => [`${index}`, 'é€😀"\r\n'.repeat(index % 5)]);
      const file = text('\r\n'.repeat(shift) + written([['id', 'name'], ...rows], ',', '\r\n'));
      expect(file.length).toBeGreaterThan(4 * BLOCK_BYTES);
      const whole = await batchesOf(inChunks(file, [file.length]), CSV);

      expect(whole.error).toBeUndefined();
      expect(rowsOf(whole.batches)).toHaveLength(2_000);
      expect(rowsOf(whole.batches).at(-1)).toMatchObject({ values: { name: rows.at(-1)![1] } });
      for (const size of [997, BLOCK_BYTES - 1, BLOCK_BYTES, BLOCK_BYTES + 1]) {
        expect((await batchesOf(inChunks(file, [size]), CSV)).batches.map(({ check }) => check)).toEqual(
          whole.batches.map(({ check }) => check),
        );
      }
    }
  });

  it('has rows of the largest size wherever they end in a block, and none that are larger by a byte', async () => {
    const rowBytes = 10_000;
    const options = { ...CSV, limits: { rowBytes } };
    for (let behind = 0; behind < 12; behind += 1) {
      const before = `a,b\n1,${'x'.repeat(BLOCK_BYTES - rowBytes - 7 - behind)}\n`;
      const file = (longest: number): Buffer => text(`${before}2,${'x'.repeat(longest - 3)}\n3,4\n`);

      const fits = await batchesOf(inChunks(file(rowBytes), [999]), options);
      expect(fits.error).toBeUndefined();
      expect(rowsOf(fits.batches)).toHaveLength(3);
      const larger = await batchesOf(inChunks(file(rowBytes + 1), [999]), options);
      expect(larger.error).toMatchObject({ code: 'row_too_large', line: 3, row: 2 });
    }
  });

  it.each([
    ['a,b\n1,2', ['a', 'b']],
    ['a;b\n1;2', ['a', 'b']],
    ['\n  \n a \t"b"\n1\t2', ['a', 'b']],
    [' \t\n\na;b\n1;2', ['a', 'b']],
    ['"a;x",b\n1,2', ['a;x', 'b']],
    ['"a ""1"", x";b\n1;2', ['a "1", x', 'b']],
    ['a\n1\n', ['a']],
  ])('has the separator of its header row: %j', async (file, names) => {
    const { batches, error } = await batchesOf(inChunks(text(file), [3]), CSV);
    expect(error).toBeUndefined();
    const values = Object.fromEntries(names.map((name, index) => [name, `${index + 1}`]));
    expect(rowsOf(batches)).toMatchObject([{ number: 1, values }]);
  });

  it('skips blank lines, which count as lines', async () => {
    const { batches } = await batchesOf(inChunks(text('\r\n\na,b\n\n1,2\n  \n3,4'), [100]), CSV);
    expect(rowsOf(batches)).toEqual([
      { number: 1, line: 5, kind: 'values', values: { a: '1', b: '2' } },
      { number: 2, line: 7, kind: 'values', values: { a: '3', b: '4' } },
    ]);
  });

  it('is read beyond rows with another number of cells and rows with NUL', async () => {
    const { batches, error } = await batchesOf(inChunks(text('a,b\n1\n1,2,3\n\0,2\n\\u0000,2\n'), [100]), CSV);
    expect(error).toBeUndefined();
    expect(rowsOf(batches)).toMatchObject([
      { number: 1, line: 2, kind: 'unreadable', code: 'wrong_cell_count' },
      { number: 2, line: 3, kind: 'unreadable', code: 'wrong_cell_count' },
      { number: 3, line: 4, kind: 'unreadable', code: 'invalid_characters' },
      { number: 4, line: 5, kind: 'values', values: { a: '\\u0000', b: '2' } },
    ]);
  });

  it('makes no error of csv-parse for a blank line or a row with another number of cells: each takes 80 µs', async () => {
    const original = Object.getOwnPropertyDescriptor(Error, 'captureStackTrace')!;
    let errors = 0;
    Error.captureStackTrace = () => {
      errors += 1;
    };
    try {
      await batchesOf(inChunks(text('a,b\n\n1\n1,2,3\n1,2\n'), [100]), CSV);
    } finally {
      Object.defineProperty(Error, 'captureStackTrace', original);
    }
    expect(errors).toBe(0);
  });
});

describe('a file of JSON Lines', () => {
  it('is read back as it was written, in the same batches however its bytes arrive', async () => {
    const names = Object.getOwnPropertyNames(Object.prototype);
    const object = fc
      .dictionary(
        fc.string({ unit: 'grapheme', maxLength: 5 }).map((name) => `n${name}`),
        fc.jsonValue({ maxDepth: 2, stringUnit: 'grapheme' }),
        { maxKeys: 5 },
      )
      .filter((value) => !names.some((name) => JSON.stringify(value).includes(name)));
    await fc.assert(
      fc.asyncProperty(
        fc.array(object, { maxLength: 20 }),
        fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 8 }),
        fc.constantFrom('\n', '\r\n', '\n \n'),
        async (objects, sizes, lineBreak) => {
          const file = text(objects.map((value) => JSON.stringify(value)).join(lineBreak));
          const options = { ...JSONL, batch: { rows: 3 } };
          const whole = await batchesOf(inChunks(file, [file.length]), options);

          expect(whole.error).toBeUndefined();
          const step = lineBreak === '\n \n' ? 2 : 1;
          const plain = JSON.parse(JSON.stringify(objects)) as unknown[];
          expect(rowsOf(whole.batches)).toEqual(
            plain.map((values, index) => ({ number: index + 1, line: 1 + index * step, kind: 'values', values })),
          );
          expect(await batchesOf(inChunks(file, sizes), options)).toEqual(whole);
          expect(await batchesOf(inChunks(gzipSync(file), sizes), { ...options, gzip: true })).toEqual(whole);
        },
      ),
      { numRuns: 200 },
    );
  });

  it('is read beyond lines that are no objects', async () => {
    const deep = `{"a":${'['.repeat(40)}${']'.repeat(40)}}`;
    const lines = ['{"a":1}', '[1]', 'null', '{"a":', '{"a":1,"a":2}', '{"a":"\\u0000"}', '{"toString":1}', deep];
    const file = Buffer.concat([text(`${lines.join('\n')}\n`), Buffer.from([0x22, 0xff, 0x22, 0x0a]), text('{"b":2}')]);
    const { batches, error } = await batchesOf(inChunks(file, [5]), JSONL);
    expect(error).toBeUndefined();
    const rows = rowsOf(batches);
    expect(rows.map((row) => (row.kind === 'values' ? row.values : row.code))).toEqual([
      ...[{ a: 1 }, 'not_an_object', 'not_an_object', 'malformed_json', 'malformed_json', 'invalid_characters'],
      ...['unknown_field', 'malformed_json', 'malformed_json', { b: 2 }],
    ]);
    expect(rows.map(({ line }) => line)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    expect(rows[3]).toMatchObject({ detail: expect.stringMatching(/^The line is not JSON/) });
  });
});

describe('batches', () => {
  const lines = (count: number, more = ''): Buffer =>
    text(Array.from({ length: count }, (_, index) => `{"id":${index}${more}}\n`).join(''));

  it('end with the row that reaches the number of rows or of bytes', async () => {
    const byRows = await batchesOf(inChunks(lines(10), [9]), { ...JSONL, batch: { rows: 4 } });
    expect(byRows.batches.map(({ rows }) => rows.length)).toEqual([4, 4, 2]);
    const byBytes = await batchesOf(inChunks(lines(10), [9]), { ...JSONL, batch: { bytes: 25 } });
    expect(byBytes.batches.map(({ rows }) => rows.length)).toEqual([3, 3, 3, 1]);
  });

  it('have at each row the check of a file that ends there', async () => {
    const files = [1, 2, 3, 4, 5].map((rows) => text(Array.from({ length: rows }, (_, n) => `{"id":${n}}\n`).join('')));
    const ends = await Promise.all(
      files.map((file) => batchesOf(inChunks(file, [9]), { ...JSONL, batch: { rows: 2 } })),
    );
    const at: number[] = [];
    for await (const batch of readRows(inChunks(files[4]!, [50]), { ...JSONL, batch: { rows: 3 } })) {
      at.push(...batch.rows.map(({ number }) => batch.checkAt(number)));
    }
    expect(at).toEqual(ends.map(({ batches }) => batches.at(-1)!.check));
  });

  it('have checks of 16 bits that cover all rows before, unreadable ones and the header row', async () => {
    const checks = async (file: Buffer, options: FileOptions = JSONL): Promise<number[]> =>
      (await batchesOf(inChunks(file, [50]), { ...options, batch: { rows: 2 } })).batches.map(({ check }) => check);

    const first = await checks(lines(6));
    expect(first.every((check) => Number.isInteger(check) && check >= 0 && check <= 0xffff)).toBe(true);
    expect(await checks(lines(8))).toEqual([...first, expect.any(Number)]);
    const other = await checks(Buffer.concat([text('{"id":9}\n'), lines(6).subarray(9)]));
    expect(other.some((check, index) => check === first[index])).toBe(false);
    expect(await checks(text('1\n'))).not.toEqual(await checks(text('2\n')));
    expect(await checks(text('a\n1\n'), CSV)).not.toEqual(await checks(text('b\n1\n'), CSV));
    expect(await checks(text('a\n1,2\n'), CSV)).not.toEqual(await checks(text('a\n1,3\n'), CSV));
  });
});
