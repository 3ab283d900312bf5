// docs/adr/0029-rows-of-a-new-shape-are-built-beside-the-old-ones.md
import { existsSync, readdirSync, renameSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Collection, Projection } from '#kernel';
import { ReadModelOpenError } from '../read-model.js';
import { type FoundFile, inspect, inspectLive, isMarkedDamaged, isWhole, type LogEnd, removeFile } from './file.js';
import { placesOf } from './places.js';
import { fileFingerprint } from './table.js';

export interface ChooseFileOptions {
  /** The path of the rows. A file of another shape at this path is kept until rows of this shape are complete. */
  readonly path: string;
  readonly projections: readonly Pick<Projection, 'collection' | 'version'>[];
  readonly others?: readonly Collection[];
  /** The log that the rows are made from. */
  readonly source: LogEnd;
  /** Gets one sentence when rows are built beside those of another shape, or take their place. */
  readonly log: (sentence: string) => void;
}

/**
 * The file in which a process keeps rows of its shape: `path`, or, while that holds rows of another shape, a file
 * beside it whose name ends in eight digits of the shape. Call it before either is opened.
 *
 * The file beside replaces the file at `path` at the first start that finds it at least as far in the log. The replaced
 * file is kept beside, for a return to the version that reads it, until the next start that finds its own shape at
 * `path`. A file beside replaces a missing or damaged one at once, however far it is: it continues from its checkpoint,
 * where a new file would need the whole log. Each step leaves files from which the next start continues: after any
 * interruption, a version finds its rows and their checkpoint again.
 */
export function chooseFile({ path, projections, others = [], source, log }: ChooseFileOptions): string {
  const fingerprint = fileFingerprint(projections, others);
  const beside = besidePath(path, fingerprint);
  const live = inspect(path);
  if ((live === 'missing' || live === 'damaged') && typeof inspect(beside) === 'object') {
    // It keeps its name until its WAL is in the file.
    if (!isWhole(beside)) return beside;
    // Between the two renames of an exchange there is no file at `path`. A WAL or mark of the old file does not belong
    // to the new one.
    removeFile(path);
    renameSync(beside, path);
    if (live === 'damaged') {
      log(`The read model ${path} is damaged; the rows of this version, which were built beside it, take its place.`);
    }
    return path;
  }
  if (typeof live === 'string' || isOfAnotherLog(live, source)) return path;
  if (live.fingerprint === fingerprint) {
    removeBeside(path);
    return path;
  }
  const built = inspect(beside);
  const isBuilt = typeof built === 'object' && built.fingerprint === fingerprint && reaches(built, live);
  if (isBuilt && isWhole(beside) && isWhole(path)) {
    removeBeside(path, beside);
    renameSync(path, besidePath(path, live.fingerprint));
    renameSync(beside, path);
    log(`The read model ${path} now has the rows of this version; those of the other one are kept beside it.`);
    return path;
  }
  removeBeside(path, beside);
  log(
    `The read model ${path} holds documents of another shape; ` +
      `it is kept while rows are built from the log in ${beside}.`,
  );
  return beside;
}

/**
 * The file that has the rows of this shape, beside a service that may run on them; nothing is written. Where there are
 * two, it is the one of the higher generation, or the one that is further in the log.
 * @throws ReadModelOpenError there is none
 */
export function findFile({ path, projections, others = [] }: Omit<ChooseFileOptions, 'source' | 'log'>): string {
  const fingerprint = fileFingerprint(projections, others);
  const found = [...placesOf(path), besidePath(path, fingerprint)].flatMap((file) => {
    const { fingerprint: has, checkpoint = '', generation, isBuilding } = inspectLive(file) ?? {};
    return has === fingerprint && !isBuilding ? [{ file, checkpoint, generation: generation! }] : [];
  });
  const [live] = found.toSorted((a, b) => b.generation - a.generation || (a.checkpoint < b.checkpoint ? 1 : -1));
  if (live) return live.file;
  throw new ReadModelOpenError(`${path} has no rows of this version of the service.`);
}

function besidePath(path: string, fingerprint: string): string {
  return `${path}.${fingerprint.slice(0, 8)}`;
}

/**
 * Removes the other files of rows that `chooseFile` keeps: rows of another version's shape are not blanked when a
 * contact is erased. A return to that version then builds its rows from the log.
 * @param kept the file that `chooseFile` has returned for `path`
 */
export function removeCopies(path: string, kept: string): void {
  removeBeside(path, kept);
  const own = inspectLive(kept);
  for (const place of placesOf(path).filter((each) => each !== kept)) {
    const found = inspect(place);
    if (found === 'damaged' || (typeof found === 'object' && !isLater(found, own))) removeFile(place);
  }
}

/** Whether a file is built to take the place of another one, or has taken it. */
function isLater(found: FoundFile, own: FoundFile | undefined): boolean {
  const isOfOneShape = found.fingerprint === own?.fingerprint;
  return isOfOneShape && (found.isBuilding || found.generation > own.generation);
}

/** Whether its followers have seen more than the log holds. */
function isOfAnotherLog({ checkpoint }: FoundFile, { end }: LogEnd): boolean {
  return checkpoint !== undefined && (end === undefined || checkpoint > end);
}

function reaches({ checkpoint: at }: FoundFile, { checkpoint: to }: FoundFile): boolean {
  return to === undefined || (at !== undefined && at >= to);
}

/** Removes the files that this service keeps beside `path`, except one. */
function removeBeside(path: string, kept?: string): void {
  const name = basename(path);
  for (const found of existsSync(dirname(path)) ? readdirSync(dirname(path)) : []) {
    if (!found.startsWith(`${name}.`) || !/^[0-9a-f]{8}$/.test(found.slice(name.length + 1))) continue;
    const file = join(dirname(path), found);
    if (file !== kept && isKeptBeside(path, file)) removeFile(file);
  }
}

/**
 * Whether a file is a read model under the name that its own fingerprint gives it, or one that was marked as damaged.
 * An operator's copy with a date in its name (`read-model.db.20261122`) is neither, and is not deleted.
 */
function isKeptBeside(path: string, file: string): boolean {
  const found = inspect(file);
  return typeof found === 'object' ? besidePath(path, found.fingerprint) === file : isMarkedDamaged(file);
}
