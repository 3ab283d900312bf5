import { createReadStream } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';

/** A place where a text was found. */
export interface Finding {
  readonly file: string;
  /** In bytes; of a compressed file, in what it decompresses to. */
  readonly offset: number;
  /** Which of the texts, from 0: the text itself is not repeated. */
  readonly text: number;
}

/** A text to be searched for, in each form in which a store may hold it. */
interface Needle {
  readonly text: number;
  readonly bytes: Buffer;
}

/**
 * Searches every byte of files, and of all files below directories: logs, rows, WALs, free pages, dumps. Files that end
 * in `.gz` are decompressed.
 * @param onFile called before each file
 * @throws Error of Node: a path does not exist or cannot be read
 */
export async function* searchFiles(
  paths: readonly string[],
  texts: readonly string[],
  onFile: (file: string) => void = () => undefined,
): AsyncGenerator<Finding> {
  const needles = texts.flatMap(formsOf);
  for (const path of paths)
    for await (const file of filesBelow(path)) {
      onFile(file);
      for await (const found of searchBytes(bytesOf(file), needles)) yield { file, ...found };
    }
}

/**
 * As it is, and as JSON escapes it. A phone is searched for without its `+`, which finds it with and without.
 */
function formsOf(text: string, at: number): readonly Needle[] {
  const sought = /^\+\d+$/.test(text) ? text.slice(1) : text;
  const escaped = JSON.stringify(sought).slice(1, -1);
  return [...new Set([sought, escaped])].map((form) => ({ text: at, bytes: Buffer.from(form) }));
}

async function* filesBelow(path: string): AsyncGenerator<string> {
  const found = await stat(path);
  if (found.isFile()) yield path;
  if (!found.isDirectory()) return;
  for (const name of (await readdir(path)).sort()) yield* filesBelow(join(path, name));
}

function bytesOf(file: string): Readable {
  const stored = createReadStream(file, { highWaterMark: 1_048_576 });
  if (!file.endsWith('.gz')) return stored;
  const plain = createGunzip();
  // What cannot be read fails who reads the result.
  stored.on('error', (error) => plain.destroy(error));
  return stored.pipe(plain);
}

/** Finds texts across the borders of chunks, too. */
async function* searchBytes(chunks: Readable, needles: readonly Needle[]): AsyncGenerator<Omit<Finding, 'file'>> {
  const longest = Math.max(...needles.map(({ bytes }) => bytes.length));
  let kept = Buffer.alloc(0);
  let keptFrom = 0;
  for await (const chunk of chunks as AsyncIterable<Buffer>) {
    const window = Buffer.concat([kept, chunk]);
    const findings = needles.flatMap(({ text, bytes }) =>
      // What lies wholly in the kept part was found with the chunk before.
      offsetsOf(bytes, window, kept.length - bytes.length + 1).map((offset) => ({ text, offset: keptFrom + offset })),
    );
    yield* findings.sort((a, b) => a.offset - b.offset);
    const keep = Math.min(longest - 1, window.length);
    keptFrom += window.length - keep;
    kept = window.subarray(window.length - keep);
  }
}

function offsetsOf(bytes: Buffer, window: Buffer, from: number): readonly number[] {
  const offsets: number[] = [];
  for (let at = window.indexOf(bytes, Math.max(0, from)); at >= 0; at = window.indexOf(bytes, at + 1)) offsets.push(at);
  return offsets;
}
