import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Instant, Position } from '#kernel';
import { PastRefusal } from '../past/past-refusal.js';

/** What a backup is made of. A backup without a manifest is none: it is written last. */
export const MANIFEST = 'manifest.json';
/** Raised with every change that an earlier version cannot restore. */
const FORMAT = 1;

/** The files of a backup, by the names that they have in a data directory too. */
export const [EVENTS, KEYS, SECRETS] = ['events.db', 'keys.db', 'secrets.key'] as const;

/** A file of a backup. */
export interface BackupFile {
  readonly name: string;
  readonly bytes: number;
  /** SHA-256 of its bytes, in hexadecimal digits. */
  readonly sha256: string;
}

/** What a backup holds. */
export interface Manifest {
  readonly format: number;
  /** The version of the program that made it. */
  readonly made_by: string;
  /** The log and the keys are as of this instant. */
  readonly made_at: Instant;
  readonly events: number;
  readonly streams: number;
  /** Null: the log is empty. */
  readonly last_position: Position | null;
  /** In the order in which they are put back. */
  readonly files: readonly BackupFile[];
}

/** Writes the manifest of the files in a directory. @returns it */
export async function writeManifest(
  directory: string,
  names: readonly string[],
  facts: Omit<Manifest, 'format' | 'files'>,
): Promise<Manifest> {
  const files: BackupFile[] = [];
  for (const name of names) files.push({ name, ...(await measured(join(directory, name))) });
  const manifest: Manifest = { format: FORMAT, ...facts, files };
  const text = `${JSON.stringify(manifest, undefined, 2)}\n`;
  await writeFile(join(directory, MANIFEST), text, { flag: 'wx', flush: true, mode: 0o600 });
  return manifest;
}

/** @throws PastRefusal the directory is no backup, or one of a newer version */
export async function readManifest(directory: string): Promise<Manifest> {
  const text = await readFile(join(directory, MANIFEST), 'utf8').catch(() => {
    throw new PastRefusal('not_found', `${directory} is no backup: it has no ${MANIFEST}.`);
  });
  const manifest = parsed(text);
  if (manifest?.format === FORMAT && isWhole(manifest)) return manifest;
  if (typeof manifest?.format === 'number' && manifest.format > FORMAT) {
    const version = String(manifest.made_by);
    throw new PastRefusal('not_understood', `${directory} was made by a newer version of this program (${version}).`);
  }
  // One that was being written when the power failed is not whole either.
  throw new PastRefusal('not_found', `${directory} is no backup: its ${MANIFEST} is not that of one.`);
}

/** The size of a file, and the SHA-256 of its bytes. */
export async function measured(file: string): Promise<Omit<BackupFile, 'name'>> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return { bytes: (await stat(file)).size, sha256: hash.digest('hex') };
}

function parsed(text: string): Partial<Manifest> | undefined {
  try {
    const value = JSON.parse(text) as unknown;
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Whether it names the files of a backup, and no other: a name is part of a path. */
function isWhole(manifest: Partial<Manifest>): manifest is Manifest {
  const { files, events } = manifest;
  if (!Array.isArray(files) || typeof events !== 'number') return false;
  const names = files.map((file: Partial<BackupFile>) => file.name).join(' ');
  return names === `${EVENTS} ${KEYS}` || names === `${EVENTS} ${SECRETS} ${KEYS}`;
}
