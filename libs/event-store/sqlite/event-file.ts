import { type Connection, openStoreForReading, openStoreForWriting, type StoreFile } from './store-file.js';

/**
 * AUTOINCREMENT: a position is never given twice, even if the last rows are deleted. UNIQUE (stream, revision) makes a
 * doubled revision impossible, and is the index for reads and for the last revision of a stream. `stream` is no
 * declared foreign key: only the writer fills both tables, and checking every event would cost a look-up each.
 * `metadata` may refer to those of an earlier event of the same append (shared-metadata.ts).
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
`;

/**
 * Pages that the WAL may gather before they are moved into the file (16 MiB): a checkpoint costs two more fsyncs and
 * writes each page once, however often it was changed meanwhile.
 */
const CHECKPOINT_PAGES = 4_000;

const EVENT_FILE: StoreFile = {
  kind: 'event store',
  aKind: 'an event store',
  // "SLev"
  applicationId: 0x534c6576,
  schemaVersion: 2,
  // In version 1 every event has its metadata in full.
  readsFrom: 1,
  schema: SCHEMA,
  configure: (db) => {
    db.pragma('journal_mode = WAL');
    // The driver's own default for WAL is NORMAL, which may lose acknowledged appends when the power fails.
    db.pragma('synchronous = FULL');
    db.pragma(`wal_autocheckpoint = ${CHECKPOINT_PAGES}`);
  },
  probe: (db) => {
    db.prepare(
      'SELECT count(*) FROM (SELECT min(position) FROM events UNION ALL SELECT max(position) FROM events)',
    ).get();
    db.prepare('SELECT max(stream) FROM streams').get();
    // Every column is there by its name.
    db.prepare('SELECT position, stream, revision, event_id, type, data, metadata FROM events LIMIT 0').get();
    db.prepare('SELECT stream, name FROM streams LIMIT 0').get();
  },
};

/**
 * Opens the file for the one writer; creates it where it is missing.
 * @throws StoreOpenError foreign, corrupt, newer, or not to be opened at all
 */
export function openForWriting(file: string): Connection {
  return openStoreForWriting(file, EVENT_FILE);
}

/**
 * Opens an existing file for reading, from any thread or process.
 * @throws StoreOpenError missing, foreign, corrupt, newer, or not to be opened at all
 */
export function openForReading(file: string): Connection {
  return openStoreForReading(file, EVENT_FILE);
}
