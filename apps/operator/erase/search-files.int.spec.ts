import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { type Finding, searchFiles } from './search-files.js';

const PHONE = '+12025550101';
const CHUNK = 1_048_576;

let directory: string;
beforeEach(() => (directory = mkdtempSync(join(tmpdir(), 'search-'))));
afterEach(() => rmSync(directory, { recursive: true }));

function write(name: string, content: string | Buffer): string {
  const path = join(directory, name);
  writeFileSync(path, content);
  return path;
}

async function search(paths: readonly string[], ...texts: string[]): Promise<readonly Finding[]> {
  const findings: Finding[] = [];
  for await (const found of searchFiles(paths, texts)) findings.push(found);
  return findings;
}

it('finds a phone with and without its +, wherever it stands, and nothing else', async () => {
  const file = write('read-model.db', `{"phone":"${PHONE}"}\0\0 12025550101 +12025550102`);
  expect(await search([file], PHONE)).toEqual([
    { file, offset: 11, text: 0 },
    { file, offset: 27, text: 0 },
  ]);
});

it.each([-12, -11, -6, -1, 0, 1])('finds each text once where chunks meet: %i bytes from the border', async (from) => {
  const content = Buffer.alloc(2 * CHUNK, 'x');
  content.write('12025550101', CHUNK + from);
  const file = write('log', content);
  expect(await search([file], PHONE)).toEqual([{ file, offset: CHUNK + from, text: 0 }]);
});

it('finds names as they are and as JSON escapes them', async () => {
  const file = write('dump', `Zoë "the fox" O'Neil\n${JSON.stringify('Zoë "the fox" O\'Neil')}`);
  expect(await search([file], 'Zoë "the fox" O\'Neil')).toHaveLength(2);
});

it('says which of several texts it has found, in the order of their places', async () => {
  const file = write('log', 'Ann +12025550101 Ann');
  expect((await search([file], PHONE, 'Ann')).map(({ text }) => text)).toEqual([1, 0, 1]);
});

it('searches directories, and what is compressed', async () => {
  mkdirSync(join(directory, 'dump', 'deep'), { recursive: true });
  const plain = write('dump/deep/members.bson', PHONE);
  const compressed = write('dump/contacts.bson.gz', gzipSync(`${'-'.repeat(3 * CHUNK)}${PHONE}`));
  expect(await search([directory], PHONE)).toEqual([
    { file: compressed, offset: 3 * CHUNK + 1, text: 0 },
    { file: plain, offset: 1, text: 0 },
  ]);
});

it('finds nothing in empty files and directories', async () => {
  write('empty', '');
  expect(await search([directory], PHONE)).toEqual([]);
});

it.each([
  ['a path that is not there', 'nowhere', /ENOENT/],
  ['a file that is not compressed as its name says', 'damaged.gz', /incorrect header check/],
])('fails at %s', async (_what, name, message) => {
  if (name.endsWith('.gz')) write(name, PHONE);
  await expect(search([join(directory, name)], PHONE)).rejects.toThrow(message);
});
