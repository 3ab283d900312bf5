import { closeSync, ftruncateSync, openSync, readFileSync, writeSync } from 'node:fs';
import type { StoredEvent } from './log.js';
import { storedEventFrom } from './wire-events.js';

const LENGTH_BYTES = 4;

/**
 * The log in a file: one frame per append, with the messages of its events. Data that was passed to the operating
 * system survives SIGKILL; no test cuts the power, so nothing is flushed to the disk. An incomplete frame is ignored.
 */
export class LogFile {
  readonly #fd: number;
  #open = true;

  private constructor(
    path: string,
    readonly events: StoredEvent[] = [],
  ) {
    this.#fd = openSync(path, 'a+');
    const content = readFileSync(this.#fd);
    let end = 0;
    for (const frame of frames(content)) {
      for (const message of frames(frame)) this.events.push(storedEventFrom(message));
      end += LENGTH_BYTES + frame.length;
    }
    ftruncateSync(this.#fd, end);
  }

  /** Opens or creates the file; `events` is its content. */
  static open(path: string): LogFile {
    return new LogFile(path);
  }

  append(events: readonly StoredEvent[]): void {
    const frame = framed(Buffer.concat(events.map(({ message }) => framed(message))));
    for (let written = 0; written < frame.length;) written += writeSync(this.#fd, frame, written);
  }

  close(): void {
    if (!this.#open) return;
    this.#open = false;
    closeSync(this.#fd);
  }
}

function framed(content: Buffer): Buffer {
  const length = Buffer.alloc(LENGTH_BYTES);
  length.writeUInt32LE(content.length);
  return Buffer.concat([length, content]);
}

/** The frame that begins at the offset, or undefined if it is incomplete. */
function frameAt(content: Buffer, start: number): Buffer | undefined {
  if (start + LENGTH_BYTES > content.length) return undefined;
  const end = start + LENGTH_BYTES + content.readUInt32LE(start);
  return end > content.length ? undefined : content.subarray(start + LENGTH_BYTES, end);
}

/** The complete frames, up to the first incomplete one. */
function* frames(content: Buffer): Iterable<Buffer> {
  for (let start = 0, frame = frameAt(content, 0); frame !== undefined; frame = frameAt(content, start)) {
    yield frame;
    start += LENGTH_BYTES + frame.length;
  }
}
