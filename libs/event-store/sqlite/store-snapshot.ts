import { closeSync, fsyncSync, openSync } from 'node:fs';
import Database from 'better-sqlite3';
import { type Connection, makePrivateFile } from './store-file.js';

/** Pages of 4 KiB that one step copies: milliseconds, between which the process answers signals. */
const PAGES_A_STEP = 1_000;

/** How a copy is made. */
export interface CopyOptions {
  /** Aborting it ends the copy with its reason; the file is incomplete then. */
  readonly signal: AbortSignal;
  /** Called after each step with the part that is copied, from 0 to 1. */
  readonly progress: (part: number) => void;
}

/**
 * A file of a store as of one moment, while its writer commits (docs/adr/0044-a-backup-is-the-log-then-its-keys.md).
 * The connection holds one read transaction from the moment on: commits after it are not seen, and none waits for it.
 * As long as it is held, the writer cannot begin its WAL anew, which grows by what is written meanwhile.
 */
export class StoreSnapshot {
  private constructor(private readonly db: Connection) {}

  /** @param db a read-only connection, which the snapshot closes */
  static of(db: Connection): StoreSnapshot {
    db.exec('BEGIN');
    // The transaction begins with its first read.
    db.prepare('SELECT count(*) FROM sqlite_schema').get();
    return new StoreSnapshot(db);
  }

  /**
   * Copies the pages of the snapshot into a new file for its owner only, durably. The copy needs no other file: it has
   * no WAL.
   * @throws the driver's error (disk full, …), or the signal's reason
   */
  async copyTo(file: string, { signal, progress }: CopyOptions): Promise<void> {
    makePrivateFile(file);
    await this.db.backup(file, {
      progress: ({ totalPages, remainingPages }) => {
        signal.throwIfAborted();
        if (totalPages > 0) progress(1 - remainingPages / totalPages);
        return PAGES_A_STEP;
      },
    });
    const copy = new Database(file);
    try {
      copy.pragma('journal_mode = DELETE');
    } finally {
      copy.close();
    }
    syncPath(file);
  }

  close(): void {
    this.db.close();
  }
}

/** Makes the content of a file, or the names in a directory, durable. */
export function syncPath(path: string): void {
  const descriptor = openSync(path, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
