import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Position } from '#kernel';
import Database from 'better-sqlite3';
import { ReadModelOpenError } from '../read-model.js';
import { CREATE_SHAPES } from './documents.js';
import { damageMark, isDamage } from './errors.js';
import type { Table } from './table.js';

/** 'SLRM' in the file's header: a read model of this service. */
const APPLICATION_ID = 0x534c524d;
/** Raised when this service's own tables change; a process refuses the file of a newer one instead of deleting it. */
const FORMAT = 1;
/** Bytes of a page; measured: a tenth faster than 4 KiB at bulk writes, no slower at single ones. */
const PAGE_BYTES = 8_192;
const WAL_PAGES = 4_000;
const CACHE_KIB = 64 * 1_024;
const BUSY_MS = 5_000;

/** Names in `_meta`. @see FoundFile */
export const [GENERATION, BUILDING, REBUILT, COMPACTION_DUE] = [
  'generation',
  'building',
  'rebuilt',
  'compaction_due',
] as const;

/** The end of a log; undefined while it is empty. */
export interface LogEnd {
  readonly end: Position | undefined;
}

/** The properties of a file that is kept. */
interface Expected {
  readonly fingerprint: string;
  readonly source: LogEnd | undefined;
}

/** The properties that a sound file of a read model stores about itself. */
export interface FoundFile {
  readonly fingerprint: string;
  /** The checkpoint of the follower that is furthest; undefined at the very beginning. */
  readonly checkpoint: Position | undefined;
  /** Of two files of one shape, the one with the higher number has the rows that are served (`places.ts`). */
  readonly generation: number;
  /** A rebuild has not finished it. */
  readonly isBuilding: boolean;
  /** Who has built it and why, as the rebuild that finished it has written; undefined: no rebuild has. */
  readonly rebuilt: string | undefined;
  /** It may have traces of what was erased. */
  readonly isCompactionDue: boolean;
}

/**
 * The kind of a file, judged while no process has it open; the content of its WAL is in the file itself afterwards.
 * `openForWriting` begins a `damaged` file anew; `unfit` is any other file that it refuses or begins anew.
 */
export function inspect(path: string): FoundFile | 'missing' | 'damaged' | 'unfit' {
  if (!existsSync(path)) return 'missing';
  if (isMarkedDamaged(path)) return 'damaged';
  try {
    const database = new Database(path, { fileMustExist: true, timeout: BUSY_MS });
    try {
      return describe(database);
    } finally {
      // The last connection that closes moves the WAL into the file.
      database.close();
    }
  } catch (error) {
    return isDamage(error) ? 'damaged' : 'unfit';
  }
}

/**
 * The same of a file that a process may have open; nothing is written. Undefined: it is none of a read model.
 * @throws Error it cannot be read
 */
export function inspectLive(path: string): FoundFile | undefined {
  if (!existsSync(path) || isMarkedDamaged(path)) return undefined;
  const database = openForReading(path);
  try {
    const found = describe(database);
    return found === 'unfit' ? undefined : found;
  } finally {
    database.close();
  }
}

/** Whether a process of this service found the file damaged while it used it. */
export function isMarkedDamaged(path: string): boolean {
  return existsSync(damageMark(path));
}

function describe(database: Database.Database): FoundFile | 'unfit' {
  const isOurs = database.pragma('application_id', { simple: true }) === APPLICATION_ID;
  if (!isOurs || database.pragma('user_version', { simple: true }) !== FORMAT) return 'unfit';
  return {
    fingerprint: metaIn(database, 'fingerprint')!,
    checkpoint: lastCheckpoint(database),
    generation: Number(metaIn(database, GENERATION) ?? 0),
    isBuilding: metaIn(database, BUILDING) !== undefined,
    rebuilt: metaIn(database, REBUILT),
    isCompactionDue: metaIn(database, COMPACTION_DUE) !== undefined,
  };
}

/**
 * Whether a file that was inspected contains everything itself. Data left in a WAL (its disk is full) would be lost by
 * a new name.
 */
export function isWhole(path: string): boolean {
  return !existsSync(`${path}-wal`);
}

/** Removes a file of a read model with its WAL and marks. */
export function removeFile(path: string): void {
  for (const suffix of ['', '-wal', '-shm']) rmSync(path + suffix, { force: true });
  rmSync(damageMark(path), { force: true });
}

/**
 * Opens the file for writing. It is a cache: one that is damaged, of an older format or of another log is deleted and
 * begun anew. One of another shape belongs to another version: see `chooseFile`.
 * @throws ReadModelOpenError written by a newer service, of another shape, a database of another program, or not to be
 * opened at all
 */
export function openForWriting(
  path: string,
  expected: Expected,
  tables: readonly Table[],
  log: (sentence: string) => void,
): Database.Database {
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    const unfit = existsSync(path) ? whyUnfit(path, expected) : undefined;
    if (unfit !== undefined) {
      log(`The read model ${path} ${unfit}; it is built anew from the log.`);
      removeFile(path);
    }
    rmSync(damageMark(path), { force: true });
    return prepare(new Database(path, { timeout: BUSY_MS }), expected.fingerprint, tables);
  } catch (error) {
    if (error instanceof ReadModelOpenError) throw error;
    throw new ReadModelOpenError(`The read model ${path} cannot be opened: ${(error as Error).message}.`);
  }
}

/** Opens the file for reading, after a writer has opened it. */
export function openForReading(path: string): Database.Database {
  const database = new Database(path, { readonly: true, fileMustExist: true, timeout: BUSY_MS });
  database.pragma(`cache_size = -${CACHE_KIB}`);
  return database;
}

/** Why the file must be replaced; undefined if it can stay (an empty one can). */
function whyUnfit(path: string, { fingerprint, source }: Expected): string | undefined {
  if (isMarkedDamaged(path)) return 'was found damaged';
  const database = new Database(path, { fileMustExist: true, timeout: BUSY_MS });
  try {
    const tables = database.prepare('SELECT count(*) FROM sqlite_schema').pluck().get() as number;
    if (tables === 0) return undefined;
    if (database.pragma('application_id', { simple: true }) !== APPLICATION_ID) {
      // It might be the only copy of some other data, for example the event log.
      throw new ReadModelOpenError(`${path} is a database, but not of a read model; it is left alone.`);
    }
    const format = database.pragma('user_version', { simple: true }) as number;
    if (format > FORMAT) {
      throw new ReadModelOpenError(
        `${path} was written by a newer version of this service (format ${format}, this one knows ${FORMAT}).`,
      );
    }
    if (format < FORMAT) return 'is of an older format';
    if (source && knowsMore(database, source)) return 'was made from another log than this one';
    if (metaIn(database, 'fingerprint') === fingerprint) return undefined;
    throw new ReadModelOpenError(`${path} holds documents of another shape; it is left alone.`);
  } catch (error) {
    if (isDamage(error)) return 'is damaged';
    throw error;
  } finally {
    database.close();
  }
}

/**
 * A log that was deleted, or restored from a backup, ends before the checkpoint: its followers would wait there without
 * a report while new events are written below it, and the rows would show events that never happened.
 */
function knowsMore(database: Database.Database, { end }: LogEnd): boolean {
  const last = lastCheckpoint(database);
  return last !== undefined && (end === undefined || last > end);
}

function lastCheckpoint(database: Database.Database): Position | undefined {
  const last = database.prepare('SELECT max(position) FROM _checkpoint').pluck().get() as Position | null;
  return last ?? undefined;
}

function metaIn(database: Database.Database, name: string): string | undefined {
  return database.prepare('SELECT value FROM _meta WHERE name = ?').pluck().get(name) as string | undefined;
}

function prepare(database: Database.Database, fingerprint: string, tables: readonly Table[]): Database.Database {
  database.pragma(`page_size = ${PAGE_BYTES}`);
  database.pragma('journal_mode = WAL');
  database.pragma('synchronous = NORMAL');
  database.pragma(`wal_autocheckpoint = ${WAL_PAGES}`);
  database.pragma(`journal_size_limit = ${WAL_PAGES * PAGE_BYTES}`);
  database.pragma(`cache_size = -${CACHE_KIB}`);
  // Without it every row that was erased could be read in the file until other rows overwrite it.
  database.pragma('secure_delete = ON');
  if (database.pragma('user_version', { simple: true }) === FORMAT) return database;
  database.transaction(() => {
    database.exec('CREATE TABLE _meta (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID');
    database.exec('CREATE TABLE _complete (workspace_id TEXT PRIMARY KEY, revision INTEGER NOT NULL) WITHOUT ROWID');
    database.exec('CREATE TABLE _checkpoint (follower TEXT PRIMARY KEY, position TEXT NOT NULL) WITHOUT ROWID');
    database.exec(CREATE_SHAPES);
    for (const { create } of tables) database.exec(create);
    database.prepare('INSERT INTO _meta VALUES (?, ?)').run('fingerprint', fingerprint);
    database.pragma(`application_id = ${APPLICATION_ID}`);
    database.pragma(`user_version = ${FORMAT}`);
  })();
  return database;
}
