import { writeFileSync } from 'node:fs';
import Database from 'better-sqlite3';
import { ReadModelUnavailableError } from '../read-model.js';

/** What SQLite says when the disk, not our statement, is at fault, and the same may work later. */
const PASSING = /^SQLITE_(FULL|IOERR|BUSY|LOCKED|READONLY|CANTOPEN|NOMEM|PROTOCOL)/;
const DAMAGED = /^SQLITE_(CORRUPT|NOTADB)/;

/** The file of the read model is damaged. It is marked, so that the next start builds it anew from the log. */
export class ReadModelDamagedError extends Error {
  override readonly name = 'ReadModelDamagedError';
}

/** The file that marks a damaged read model. */
export function damageMark(path: string): string {
  return `${path}-damaged`;
}

/** Whether the error says that the file is no sound database. */
export function isDamage(error: unknown): boolean {
  return error instanceof Database.SqliteError && DAMAGED.test(error.code);
}

/** What an error of SQLite means to users of the port; other errors are handed back as they are. */
export function translate(error: unknown, path: string): unknown {
  if (!(error instanceof Database.SqliteError)) return error;
  if (PASSING.test(error.code)) {
    return new ReadModelUnavailableError(
      `The read model ${path} cannot be used now: ${error.message} (${error.code}).`,
    );
  }
  if (!DAMAGED.test(error.code)) return error;
  try {
    writeFileSync(damageMark(path), error.message);
  } catch {
    // A disk in that state may refuse this too; the file is then looked at by whoever reads the message.
  }
  return new ReadModelDamagedError(`${path} is damaged (${error.message}); the next start builds it anew.`);
}
