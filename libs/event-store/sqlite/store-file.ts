import { closeSync, mkdirSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import Database from 'better-sqlite3';
import { messageOf } from '#kernel';
import { StoreOpenError } from '../event-store.js';

export type Connection = Database.Database;

/** A kind of file in which the embedded pair stores what it must not lose. */
export interface StoreFile {
  /** In sentences: "event store", and with its article "an event store". */
  readonly kind: string;
  readonly aKind: string;
  /** Marks the file as this service's, and of this kind, in its header. */
  readonly applicationId: number;
  /** Raised with every change of what a file holds; a file of a newer version is refused. */
  readonly schemaVersion: number;
  /**
   * The lowest version whose files are read as they are. The writer marks them with `schemaVersion`, so that an older
   * version of the service does not read what it does not know. Undefined: none but `schemaVersion`.
   */
  readonly readsFrom?: number;
  /** The statements that make an empty file one of this kind, without its marks. */
  readonly schema: string;
  /** Sets how a connection writes. */
  readonly configure: (db: Connection) => void;
  /** Reads the schema and the ends of its tables, so that a truncated file is found at the start. */
  readonly probe: (db: Connection) => void;
}

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
 * Opens a file for the one writer; creates it where it is missing.
 * @throws StoreOpenError foreign, corrupt, newer, or not to be opened at all
 */
export function openStoreForWriting(file: string, store: StoreFile): Connection {
  return opening(file, store, () => {
    makeDataDirectory(dirname(file));
    makePrivateFile(file);
    const db = new Database(file);
    return checked(db, file, store, () => {
      store.configure(db);
      if (isEmpty(db)) create(db, store);
      else if (versionOf(db) < store.schemaVersion) db.pragma(`user_version = ${store.schemaVersion}`);
    });
  });
}

/**
 * Opens an existing file for reading, from any thread or process.
 * @throws StoreOpenError missing, foreign, corrupt, newer, or not to be opened at all
 */
export function openStoreForReading(file: string, store: StoreFile): Connection {
  return opening(file, store, () => {
    const db = new Database(file, { readonly: true, fileMustExist: true });
    return checked(db, file, store, () => undefined);
  });
}

/**
 * Moves everything from the WAL into the file, and truncates the WAL: it holds the pages as they were before.
 * @returns false if a reader of another thread or process holds the WAL for longer than the connection waits for locks
 */
export function truncateWal(db: Connection): boolean {
  const [{ busy }] = db.pragma('wal_checkpoint(TRUNCATE)') as [{ readonly busy: number }];
  return busy === 0;
}

function create(db: Connection, { schema, applicationId, schemaVersion }: StoreFile): void {
  const createUnlessAnother = db.transaction(() => {
    // Another connection may have created it since.
    if (!isEmpty(db)) return;
    db.exec(schema);
    db.pragma(`application_id = ${applicationId}`);
    db.pragma(`user_version = ${schemaVersion}`);
  });
  createUnlessAnother.immediate();
}

function checked(db: Connection, file: string, store: StoreFile, prepare: () => void): Connection {
  try {
    if (!isEmpty(db)) refuseForeign(db, file, store);
    prepare();
    refuseForeign(db, file, store);
    store.probe(db);
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

function versionOf(db: Connection): number {
  return Number(db.pragma('user_version', { simple: true }));
}

function refuseForeign(db: Connection, file: string, store: StoreFile): void {
  const { aKind, applicationId, schemaVersion, readsFrom = schemaVersion } = store;
  if (db.pragma('application_id', { simple: true }) !== applicationId) {
    throw new StoreOpenError(`${file} is not ${aKind} of this service.`);
  }
  const version = versionOf(db);
  if (version < readsFrom || version > schemaVersion) {
    throw new StoreOpenError(
      `${file} was written by a newer version of this service (schema ${version}; this one knows ${schemaVersion}).`,
    );
  }
}

function opening(file: string, { kind }: StoreFile, open: () => Connection): Connection {
  try {
    return open();
  } catch (error) {
    if (error instanceof StoreOpenError) throw error;
    const code = sqliteCode(error);
    // ERROR: the schema lacks a table or a column, or the file has an unknown format.
    if (code === 'SQLITE_NOTADB' || code === 'SQLITE_ERROR' || code?.startsWith('SQLITE_CORRUPT')) {
      throw new StoreOpenError(`${file} is corrupt or no ${kind}: ${messageOf(error)}.`);
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
