import { isUtf8 } from 'node:buffer';

/** The bytes of a block that are whole characters. */
export interface CheckedBytes {
  readonly bytes: Buffer;
  /** Whether bytes that are no UTF-8 follow. */
  readonly broken: boolean;
}

/** Checks that a file is UTF-8, block by block; a character that a block cuts is given with the next block. */
export class Utf8Check {
  private cut = Buffer.alloc(0);

  check(block: Buffer): CheckedBytes {
    const all = this.cut.length > 0 ? Buffer.concat([this.cut, block]) : block;
    const whole = wholeCharacters(all, all.length);
    if (!isUtf8(all.subarray(0, whole))) return { bytes: all.subarray(0, firstBroken(all)), broken: true };
    this.cut = Buffer.from(all.subarray(whole));
    return { bytes: all.subarray(0, whole), broken: false };
  }

  /** Whether the file ended within a character. */
  get endsInCharacter(): boolean {
    return this.cut.length > 0;
  }
}

/** The largest length up to `end` that does not cut a character. */
function wholeCharacters(bytes: Buffer, end: number): number {
  for (let back = 1; back <= Math.min(3, end); back += 1) {
    const byte = bytes[end - back]!;
    if ((byte & 0xc0) === 0x80) continue;
    const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1;
    return length > back ? end - back : end;
  }
  return end;
}

/** The length of the longest start that is UTF-8, found by halving: rare, and the check itself is fast. */
function firstBroken(bytes: Buffer): number {
  let good = 0;
  let bad = bytes.length;
  while (bad - good > 1) {
    const middle = Math.floor((good + bad) / 2);
    if (isUtf8(bytes.subarray(0, wholeCharacters(bytes, middle)))) good = middle;
    else bad = middle;
  }
  return wholeCharacters(bytes, good);
}
