import { type FileHandle, open, realpath } from 'node:fs/promises';
import { basename } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { Found } from '../verifying/finding.js';
import { WalChecksum } from './wal-checksum.js';

/** Bytes in front of the frames, and in front of the page in each frame. */
const HEADER_BYTES = 32;
const FRAME_HEADER_BYTES = 24;

/** Frames that are read at once: about 1 MiB. */
const FRAMES_A_READ = 256;

/** Readings of a WAL that its writer changes meanwhile: a frame that is being written does not fit its checksum yet. */
const READINGS = 5;
/** Milliseconds between two readings: a frame is written within one, unless the disk is busy. */
const PAUSE_MS = 100;

/** Where a WAL ends for SQLite although commits stand behind. */
interface Break {
  /** Of the frames since the writer began the WAL anew. */
  readonly generation: string;
  /** The first frame that does not fit, from 1; 0: the header. */
  readonly frame: number;
  readonly what: string;
}

/**
 * Tells what is wrong with the WAL of a file. The first process that opens the file after a crash reads the WAL up to
 * the first frame that does not fit its checksum, and drops the rest without a word: appends that were acknowledged.
 * Commits that stand behind such a frame are found here, until the next appends overwrite them. Frames without the mark
 * of a commit say nothing: a process that was killed while it wrote leaves them. So a flipped bit that takes the mark
 * off the last commit is not found.
 * @param found called with the name of the WAL
 * @param pauseMs for tests: milliseconds between two readings
 * @throws the signal's reason
 * @see https://sqlite.org/walformat.html
 */
export async function findWalDamage(
  file: string,
  found: Found,
  signal: AbortSignal,
  pauseMs = PAUSE_MS,
): Promise<void> {
  // SQLite names the WAL of a link by the file.
  const wal = `${await realpath(file).catch(() => file)}-wal`;
  let last: Break | undefined;
  for (let reading = 0; reading < READINGS; reading += 1) {
    if (reading > 0) await setTimeout(pauseMs, undefined, { signal });
    const now = await readBreak(wal, signal);
    if (!now) return;
    if (now.generation === last?.generation && now.frame === last.frame) return found(basename(wal), now.what);
    last = now;
  }
}

async function readBreak(wal: string, signal: AbortSignal): Promise<Break | undefined> {
  let handle: FileHandle | undefined;
  try {
    // SQLite locks no byte of this file: closing it drops no lock of this process.
    handle = await open(wal, 'r');
    return await breakIn(handle, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  } finally {
    await handle?.close();
  }
}

async function breakIn(wal: FileHandle, signal: AbortSignal): Promise<Break | undefined> {
  const header = Buffer.alloc(HEADER_BYTES);
  await wal.read(header, 0, HEADER_BYTES, 0);
  const { size } = await wal.stat();
  if (size <= HEADER_BYTES + FRAME_HEADER_BYTES) return undefined;
  const checksum = WalChecksum.ofHeader(header);
  const salts = header.subarray(16, 24);
  const generation = header.toString('hex');
  if (!checksum) return { generation, frame: 0, what: `${damaged('its header')} all of it ${END}` };

  const frameBytes = FRAME_HEADER_BYTES + header.readUInt32BE(8);
  const chunk = Buffer.alloc(FRAMES_A_READ * frameBytes);
  let [number, broken, commits] = [0, 0, 0];
  for (;;) {
    const { bytesRead } = await wal.read(chunk, 0, chunk.length, HEADER_BYTES + number * frameBytes);
    signal.throwIfAborted();
    if (bytesRead < frameBytes) break;
    for (let at = 0; at + frameBytes <= bytesRead; at += frameBytes) {
      number += 1;
      const frame = chunk.subarray(at, at + frameBytes);
      const isOfThese = frame.subarray(8, 16).equals(salts);
      // The checksum does not cover the salts.
      const fits = broken === 0 && checksum.fits(frame);
      if (broken === 0 && !(fits && isOfThese)) broken = number;
      if (broken > 0 && (isOfThese || fits) && frame.readUInt32BE(4) > 0) commits += 1;
    }
  }
  if (commits === 0) return undefined;
  const lost = commits === 1 ? '1 commit' : `${commits} commits`;
  return { generation, frame: broken, what: `${damaged(`frame ${broken}`)} all from there on, ${lost}, ${END}` };
}

const END = 'once no process has the file open';

function damaged(part: string): string {
  return `is damaged: ${part} does not fit its checksum, and SQLite drops`;
}
