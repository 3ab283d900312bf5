import { gzipSync } from 'node:zlib';
import type { FileErrorCode } from './file-error.js';
import { FileError } from './file-error.js';
import type { FileOptions } from './file.js';
import { batchesOf, inChunks, text } from './testing/files.js';

const CSV: FileOptions = { format: 'csv', gzip: false };
const JSONL: FileOptions = { format: 'jsonl', gzip: false };
const HEADER = 'id,name\n1,Ada\n';

interface Refused {
  readonly what: string;
  readonly bytes: string | Uint8Array;
  readonly options?: FileOptions;
  readonly code: FileErrorCode;
  readonly line: number;
  readonly row: number;
  readonly detail?: RegExp;
}

const latin1 = Buffer.from(`${HEADER}2,J\xfcrgen\n3,x\n`, 'latin1');
const limited = (format: 'csv' | 'jsonl', limits: FileOptions['limits']): FileOptions => ({
  ...{ format, gzip: false, limits: limits! },
});

const REFUSED: readonly Refused[] = [
  { what: 'another encoding', bytes: latin1, code: 'not_utf8', line: 3, row: 2, detail: /save the file as UTF-8/ },
  {
    ...{ what: 'a character that the end cuts', bytes: text(`${HEADER}2,é`).subarray(0, -1) },
    ...{ code: 'not_utf8', line: 3, row: 2 },
  },
  {
    ...{ what: 'UTF-16', bytes: Buffer.from(`\ufeff${HEADER}`, 'utf16le') },
    ...{ code: 'not_utf8', line: 1, row: 0, detail: /UTF-16/ },
  },
  {
    ...{ what: 'UTF-16, JSON Lines', bytes: Buffer.from('\ufeff{}', 'utf16le').swap16(), options: JSONL },
    ...{ code: 'not_utf8', line: 1, row: 1, detail: /UTF-16/ },
  },
  {
    ...{ what: 'a quote that is not closed', bytes: `${HEADER}"2\r\nx",y\n3,"z\n\n` },
    ...{ code: 'broken_csv', line: 5, row: 3, detail: /not closed/ },
  },
  {
    ...{ what: 'text behind a quote', bytes: `${HEADER}2,"A"da\n` },
    ...{ code: 'broken_csv', line: 3, row: 2, detail: /doubled/ },
  },
  {
    ...{ what: 'a quote within a cell', bytes: `${HEADER}2,A"da\n` },
    ...{ code: 'broken_csv', line: 3, row: 2, detail: /does not begin with one/ },
  },
  { what: 'no header row', bytes: '\n\n', code: 'bad_header', line: 3, row: 0 },
  { what: 'no bytes', bytes: '', code: 'bad_header', line: 1, row: 0 },
  { what: 'a name twice', bytes: '\na, b ,b\n', code: 'bad_header', line: 2, row: 0, detail: /Columns 2 and 3/ },
  { what: 'an empty name', bytes: 'a,,b\n', code: 'bad_header', line: 1, row: 0, detail: /Column 2/ },
  { what: 'a name of every object', bytes: 'a,__proto__\n', code: 'bad_header', line: 1, row: 0 },
  { what: 'a name with NUL', bytes: 'a,b\0\n', code: 'bad_header', line: 1, row: 0 },
  { what: 'two separators', bytes: 'a;b,c\n1;2,3\n', code: 'bad_header', line: 1, row: 0, detail: /two kinds/ },
  { what: '101 names', bytes: `${'n,'.repeat(100)}n\n`, code: 'bad_header', line: 1, row: 0, detail: /101/ },
  {
    ...{ what: 'a long row', bytes: `${HEADER}2,${'x'.repeat(50)}\n`, options: limited('csv', { rowBytes: 40 }) },
    ...{ code: 'row_too_large', line: 3, row: 2 },
  },
  {
    ...{ what: 'a long row of empty cells', bytes: HEADER + ','.repeat(70_000), code: 'row_too_large' },
    ...{ line: 3, row: 2 },
  },
  {
    ...{ what: 'a long line', bytes: `{}\n{"a":"${'x'.repeat(70_000)}"}\n`, options: JSONL },
    ...{ code: 'row_too_large', line: 2, row: 2 },
  },
  {
    ...{ what: 'a large file', bytes: `${HEADER}2,Bob\n`, options: limited('csv', { fileBytes: 16 }) },
    ...{ code: 'file_too_large', line: 3, row: 2 },
  },
  {
    ...{ what: 'many rows', bytes: `${HEADER}2,Bob\n3,Eve\n`, options: limited('csv', { rows: 2 }) },
    ...{ code: 'too_many_rows', line: 4, row: 3, detail: /2 rows/ },
  },
  {
    ...{ what: 'many lines', bytes: '{}\n\n{}\n{}', options: limited('jsonl', { rows: 2 }) },
    ...{ code: 'too_many_rows', line: 4, row: 3, detail: /2 rows/ },
  },
  {
    ...{ what: 'many blank lines', bytes: `${HEADER}\n\n\n`, options: limited('csv', { rows: 2 }) },
    ...{ code: 'too_many_rows', line: 5, row: 2, detail: /2 blank lines/ },
  },
  {
    ...{ what: 'many blank lines, JSON Lines', bytes: '{}\n\n\n\n', options: limited('jsonl', { rows: 2 }) },
    ...{ code: 'too_many_rows', line: 4, row: 2, detail: /2 blank lines/ },
  },
  {
    ...{ what: 'no gzip', bytes: HEADER, options: { ...CSV, gzip: true } },
    ...{ code: 'broken_gzip', line: 1, row: 0 },
  },
  {
    ...{ what: 'cut gzip', bytes: gzipSync(HEADER).subarray(0, -4), options: { ...CSV, gzip: true } },
    ...{ code: 'broken_gzip', line: 1, row: 0 },
  },
];

describe('what ends a file', () => {
  it.each(REFUSED)('$what: $code', async ({ bytes, options = CSV, code, line, row, detail }) => {
    const file = typeof bytes === 'string' ? text(bytes) : bytes;
    const { error } = await batchesOf(inChunks(file, [11]), options);
    expect(error).toBeInstanceOf(FileError);
    expect(error).toMatchObject({ code, line, row });
    if (detail) expect((error as FileError).detail).toMatch(detail);
  });

  it('comes after the rows before it, wherever in the file it is', async () => {
    for (const count of [1, 300, 3_000]) {
      const rows = Array.from({ length: count }, (_, index) => `${index},"Zo\u00eb"\n`).join('');
      const file = Buffer.concat([text(`id,name\n${rows}`), Buffer.from('x,J\xfc\n', 'latin1'), text(rows)]);
      const { batches, error } = await batchesOf(inChunks(file, [1_000]), CSV);
      expect(error).toMatchObject({ code: 'not_utf8', line: count + 2, row: count + 1 });
      expect(batches.reduce((sum, batch) => sum + batch.rows.length, 0)).toBe(count);
    }
  });

  it('tells nothing of the content', async () => {
    const { error } = await batchesOf(inChunks(text(`${HEADER}2,"secret"secret\n`), [11]), CSV);
    expect(`${String(error)} ${JSON.stringify(error)}`).not.toContain('secret');
  });
});

describe('gzip', () => {
  it('of several members is one file', async () => {
    const members = Buffer.concat([gzipSync('id,na'), gzipSync('me\n1,'), gzipSync('Ada\n')]);
    for (const size of [1, 10, 1_000]) {
      const { batches, error } = await batchesOf(inChunks(members, [size]), { ...CSV, gzip: true });
      expect(error).toBeUndefined();
      expect(batches[0]?.rows).toEqual([{ number: 1, line: 2, kind: 'values', values: { id: '1', name: 'Ada' } }]);
    }
  });

  it('that is damaged, or ends too early, ends after whole batches', async () => {
    const rows = Array.from({ length: 20_000 }, (_, index) => `{"id":${(index * 7_919) % 20_011}}\n`).join('');
    const good = await batchesOf(inChunks(text(rows), [10_000]), JSONL);
    const damaged = gzipSync(rows);
    damaged.fill(0xff, damaged.length / 2, damaged.length / 2 + 50);
    for (const file of [damaged, gzipSync(rows).subarray(0, damaged.length / 2)]) {
      const { batches, error } = await batchesOf(inChunks(file, [500]), { ...JSONL, gzip: true });
      expect(error).toMatchObject({ code: 'broken_gzip' });
      expect(batches.every((batch) => batch.rows.length === 500)).toBe(true);
      const first = batches.slice(0, 10).map(({ check }) => check);
      expect(first).toEqual(good.batches.slice(0, first.length).map(({ check }) => check));
    }
  });
});
