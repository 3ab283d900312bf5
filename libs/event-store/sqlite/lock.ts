import { join } from 'node:path';
import Database from 'better-sqlite3';
import { messageOf } from '#kernel';
import { StoreOpenError } from '../event-store.js';
import { makeDataDirectory, makePrivateFile, sqliteCode } from './store-file.js';

/** A directory locked for this process; see {@link lockDirectory}. */
export interface DirectoryLock {
  readonly directory: string;
  release(): void;
}

/**
 * Locks a directory of data for this process alone; makes the directory (0700) where it is missing. The lock is an
 * exclusive transaction on a file of its own, `lock`: an operating system lock that ends with the process, however it
 * dies, so no stale lock remains. The call never waits for it.
 * @throws StoreOpenError another process, or this one, holds it; or the directory cannot be written.
 */
export function lockDirectory(directory: string): DirectoryLock {
  makeDataDirectory(directory);
  const file = join(directory, 'lock');
  makePrivateFile(file);
  let db: Database.Database | undefined;
  try {
    db = new Database(file, { timeout: 0 });
    db.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    db?.close();
    if (sqliteCode(error)?.startsWith('SQLITE_BUSY')) {
      throw new StoreOpenError(`The data directory ${directory} is in use by another process.`);
    }
    throw new StoreOpenError(`The data directory ${directory} cannot be locked: ${messageOf(error)}.`);
  }
  const held = db;
  return { directory, release: () => void held.close() };
}
