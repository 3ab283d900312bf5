import { createReadStream } from 'node:fs';
import { refuseRead } from './manifest.js';

/**
 * The lines of a file as bytes, each ended by one line feed; what stands behind the last one is a line of its own.
 * Texts may have any other line separator of Unicode in them.
 * @throws Refusal the file cannot be read
 */
export async function* linesOf(path: string): AsyncGenerator<Buffer, void, undefined> {
  let kept: Buffer[] = [];
  for await (const chunk of chunksOf(path)) {
    let from = 0;
    for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, from)) {
      yield Buffer.concat([...kept, chunk.subarray(from, at)]);
      kept = [];
      from = at + 1;
    }
    if (from < chunk.length) kept.push(chunk.subarray(from));
  }
  if (kept.length > 0) yield Buffer.concat(kept);
}

async function* chunksOf(path: string): AsyncGenerator<Buffer, void, undefined> {
  try {
    yield* createReadStream(path) as AsyncIterable<Buffer>;
  } catch (error) {
    refuseRead(error);
  }
}
