import { StoreOpenError } from '#event-store';
import {
  type Connection,
  openStoreForReading,
  openStoreForWriting,
  type StoreFile,
  truncateWal,
} from '#event-store/sqlite';
import { PersonalKeysOpenError } from '../personal-keys.js';

/**
 * Numbers of workspace keys begin behind this one: from here to 2^31 SQLite stores a number in four bytes. A row whose
 * fields keep their sizes is overwritten in its place. One that grows is moved within its page or to another page, and
 * the unused part of a page may keep a copy of its former bytes, which `secure_delete` does not find.
 */
const FIRST_WORKSPACE_KEY = 2 ** 24;

/**
 * Wrapped keys stand in rows that are only appended and overwritten in their place; no index holds them. Shredding
 * overwrites them with zeros, and leaves the row.
 */
const SCHEMA = `
  CREATE TABLE workspaces (
    workspace INTEGER PRIMARY KEY,
    workspace_id TEXT NOT NULL UNIQUE,
    shredded INTEGER NOT NULL
  ) STRICT;
  CREATE TABLE workspace_keys (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    workspace INTEGER NOT NULL,
    digest BLOB NOT NULL,
    wrapped BLOB NOT NULL,
    destroyed INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX keys_of_workspaces ON workspace_keys (workspace) WHERE destroyed = 0;
  CREATE TABLE personal_keys (
    number INTEGER PRIMARY KEY,
    id BLOB NOT NULL UNIQUE,
    workspace INTEGER NOT NULL,
    subject TEXT NOT NULL,
    wrapped_by INTEGER NOT NULL,
    wrapped BLOB NOT NULL,
    shredded INTEGER NOT NULL
  ) STRICT;
  CREATE UNIQUE INDEX present_keys ON personal_keys (workspace, subject) WHERE shredded = 0;
  CREATE TABLE shreddings (
    count INTEGER NOT NULL
  ) STRICT;
  CREATE TABLE store (
    id TEXT NOT NULL,
    loss_accepted INTEGER NOT NULL
  ) STRICT;
  INSERT INTO sqlite_sequence (name, seq) VALUES ('workspace_keys', ${FIRST_WORKSPACE_KEY});
  INSERT INTO shreddings (count) VALUES (0);
  INSERT INTO store (id, loss_accepted) VALUES (lower(hex(randomblob(16))), 0);
`;

const KEYS_FILE: StoreFile = {
  kind: 'store of personal keys',
  aKind: 'a store of personal keys',
  // "SLpk"
  applicationId: 0x534c706b,
  schemaVersion: 1,
  schema: SCHEMA,
  configure: (db) => {
    db.pragma('journal_mode = WAL');
    // What is sealed under a key that a power failure takes back can never be opened.
    db.pragma('synchronous = FULL');
    db.pragma('secure_delete = ON');
    // A large statement would copy the pages that it changes into a file outside the data directory.
    db.pragma('temp_store = MEMORY');
  },
  probe: (db) => {
    for (const table of ['workspaces', 'workspace_keys', 'personal_keys']) {
      db.prepare(`SELECT max(rowid) FROM ${table}`).get();
    }
    db.prepare('SELECT count FROM shreddings').get();
    db.prepare('SELECT id FROM store').get();
  },
};

/**
 * Opens the file for writing; creates it where it is missing. What an earlier process shredded, but was killed before
 * it truncated the WAL, is gone from the files then.
 * @throws PersonalKeysOpenError foreign, corrupt, newer, or not to be opened at all
 */
export function openForWriting(file: string): Connection {
  return opening(() => {
    const db = openStoreForWriting(file, KEYS_FILE);
    truncateWal(db);
    return db;
  });
}

/**
 * Opens an existing file for reading, from any thread or process.
 * @throws PersonalKeysOpenError missing, foreign, corrupt, newer, or not to be opened at all
 */
export function openForReading(file: string): Connection {
  return opening(() => openStoreForReading(file, KEYS_FILE));
}

function opening(open: () => Connection): Connection {
  try {
    return open();
  } catch (error) {
    if (error instanceof StoreOpenError) throw new PersonalKeysOpenError(error.message, { cause: error });
    throw error;
  }
}
