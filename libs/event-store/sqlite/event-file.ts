import { closeSync, mkdirSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import Database from 'better-sqlite3';
import { StoreOpenError } from '../event-store.js';

export type Connection = Database.Database;

/** Marks the file as this service's in its header: "SLev". */
const APPLICATION_ID = 0x534c6576;

/** Raised with every change of the schema; a file of a newer version is refused. */
const SCHEMA_VERSION = 1;

/**
 * AUTOINCREMENT: a position is never given twice, even if the last rows are deleted. UNIQUE (stream, revision) makes a
 * doubled revision impossible, and is the index for reads and for the last revision of a stream. `stream` is no
 * declared foreign key: only the writer fills both tables, and checking every event would cost a look-up each.
 */
const SCHEMA = `
  CREATE TABLE streams (
    stream INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE
  ) STRICT;
  CREATE TABLE events (
    position INTEGER PRIMARY KEY AUTOINCREMENT,
    stream INTEGER NOT NULL,
    revision INTEGER NOT NULL,
    event_id TEXT NOT NULL,
    type TEXT NOT NULL,
    data TEXT NOT NULL,
    metadata TEXT NOT NULL,
    UNIQUE (stream, revision)
  ) STRICT;
  PRAGMA application_id = ${APPLICATION_ID};
  PRAGMA user_version = ${SCHEMA_VERSION};
`;

/**
 * Pages that the WAL may gather before they are moved into the file (16 MiB): a checkpoint costs two more fsyncs and
 * writes each page once, however often it was changed meanwhile.
 */
const CHECKPOINT_PAGES = 4_000;

/** Makes the directory of data, for its owner only. An existing one stays as it is. */
export function makeDataDirectory(directory: string): void {
  try {
    mkdirSync(directory, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw new StoreOpenError(`The data directory ${directory} cannot be made: ${messageOf(error)}.`);
  }
}

/**
 * Makes an empty file for its owner only, unless it exists. Never opens an existing one: closing any descriptor of a
 * file drops this process's POSIX locks on it, SQLite's included.
 */
export function makePrivateFile(file: string): void {
  try {
    closeSync(openSync(file, 'wx', 0o600));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') {
      throw new StoreOpenError(`${file} cannot be made: ${messageOf(error)}.`);
    }
  }
}

/**
 * Opens the file for the one writer; creates it where it is missing.
 * @throws StoreOpenError foreign, corrupt, newer, or not to be opened at all
 */
export function openForWriting(file: string): Connection {
  return opening(file, () => {
    makeDataDirectory(dirname(file));
    makePrivateFile(file);
    const db = new Database(file);
    return checked(db, file, () => {
      db.pragma('journal_mode = WAL');
      // The driver's own default for WAL is NORMAL, which may lose acknowledged appends when the power fails.
      db.pragma('synchronous = FULL');
      db.pragma(`wal_autocheckpoint = ${CHECKPOINT_PAGES}`);
      if (isEmpty(db)) db.transaction(() => db.exec(SCHEMA)).immediate();
    });
  });
}

/**
 * Opens an existing file for reading, from any thread or process.
 * @throws StoreOpenError missing, foreign, corrupt, newer, or not to be opened at all
 */
export function openForReading(file: string): Connection {
  return opening(file, () => {
    const db = new Database(file, { readonly: true, fileMustExist: true });
    return checked(db, file, () => undefined);
  });
}

function checked(db: Connection, file: string, prepare: () => void): Connection {
  try {
    if (!isEmpty(db)) refuseForeign(db, file);
    prepare();
    refuseForeign(db, file);
    // Reads the schema and both ends of the log, so that a truncated file is found at the start and not by the first
    // request.
    db.prepare(
      'SELECT count(*) FROM (SELECT min(position) FROM events UNION ALL SELECT max(position) FROM events)',
    ).get();
    db.prepare('SELECT max(stream) FROM streams').get();
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

function isEmpty(db: Connection): boolean {
  return (
    db.pragma('application_id', { simple: true }) === 0 &&
    db.pragma('user_version', { simple: true }) === 0 &&
    db.prepare('SELECT count(*) FROM sqlite_schema').pluck().get() === 0
  );
}

function refuseForeign(db: Connection, file: string): void {
  if (db.pragma('application_id', { simple: true }) !== APPLICATION_ID) {
    throw new StoreOpenError(`${file} is not an event store of this service.`);
  }
  const version = Number(db.pragma('user_version', { simple: true }));
  if (version !== SCHEMA_VERSION) {
    throw new StoreOpenError(
      `${file} was written by a newer version of this service (schema ${version}; this one knows ${SCHEMA_VERSION}).`,
    );
  }
}

function opening(file: string, open: () => Connection): Connection {
  try {
    return open();
  } catch (error) {
    if (error instanceof StoreOpenError) throw error;
    const code = sqliteCode(error);
    if (code === 'SQLITE_NOTADB' || code?.startsWith('SQLITE_CORRUPT')) {
      throw new StoreOpenError(`${file} is corrupt or no event store: ${messageOf(error)}.`);
    }
    throw new StoreOpenError(`${file} cannot be opened: ${messageOf(error)}.`);
  }
}

/**
 * SQLite's result code of an error, or undefined if SQLite did not raise it. By shape: each realm has its own class.
 */
export function sqliteCode(error: unknown): string | undefined {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === 'string' && code.startsWith('SQLITE_') ? code : undefined;
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
