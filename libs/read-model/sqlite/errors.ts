import { writeFileSync } from 'node:fs';
import { ReadModelUnavailableError } from '../read-model.js';

/** SQLite's codes where the disk, not the statement, is at fault, and the same call may succeed later. */
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

/**
 * SQLite's code of an error, or undefined for any other error. Not by `instanceof`: the driver's native half keeps the
 * class of the module that loaded it first in the process, which is another class wherever modules are loaded more than
 * once.
 */
export function sqliteCode(error: unknown): string | undefined {
  if ((error as Error | undefined)?.name !== 'SqliteError') return undefined;
  const { code } = error as { readonly code?: unknown };
  return typeof code === 'string' ? code : undefined;
}

/** Whether the error says that the file is no sound database. */
export function isDamage(error: unknown): boolean {
  return DAMAGED.test(sqliteCode(error) ?? '');
}

/** The error of the port for an error of SQLite; other errors are returned unchanged. */
export function translate(error: unknown, path: string): unknown {
  const code = sqliteCode(error);
  if (code === undefined) return error;
  const { message } = error as Error;
  if (PASSING.test(code)) {
    return new ReadModelUnavailableError(`The read model ${path} cannot be used now: ${message} (${code}).`);
  }
  if (!DAMAGED.test(code)) return error;
  try {
    writeFileSync(damageMark(path), message);
  } catch {
    // A failing disk may refuse this too; the message then asks an operator to inspect the file.
  }
  return new ReadModelDamagedError(`${path} is damaged (${message}); the next start builds it anew.`);
}
