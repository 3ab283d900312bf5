import { execFile } from 'node:child_process';
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import Database from 'better-sqlite3';
import { messageOf } from '#kernel';
import { StoreUnavailableError } from '../event-store.js';
import type { Found } from '../verifying/finding.js';
import { sqliteCode } from './store-file.js';

/**
 * Bytes of a file that are checked in this process, in about 0.2 s: nothing else happens meanwhile, since SQLite checks
 * a file in one call. The check of a larger file has a process of its own, which an interruption ends.
 */
const BYTES_IN_THIS_PROCESS = 64 * 2 ** 20;

/** SQLite stops at this number of findings. */
const FINDINGS = 100;

/** Codes with which SQLite ends the check of a damaged file; ERROR is that of an unknown format. */
const DAMAGE = /^SQLITE_(?:CORRUPT\w*|NOTADB|ERROR)$/;

/** What the process prints. */
export type CheckedByProcess = { readonly damage: readonly string[] } | { readonly refusal: string };

const PROCESS = fileURLToPath(new URL('file-damage.process.js', import.meta.url));

/**
 * Tells what SQLite finds wrong with a file of a store: pages, free pages, values of a wrong type, rows that an index
 * lacks. Reads all of the file as of one moment, beside its writer.
 * @param found called with the name of the file, and each thing that is wrong with it
 * @throws StoreUnavailableError it cannot be checked now; the signal's reason
 */
export async function findDamage(file: string, found: Found, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  const { size } = await stat(file).catch((error: unknown) => uncheckable(file, error));
  const findings = size <= BYTES_IN_THIS_PROCESS ? damageIn(file) : await damageByProcess(file, signal);
  for (const each of findings) found(basename(file), `is damaged, SQLite finds: ${each}`);
}

/** What SQLite finds wrong with a file; empty: nothing. @throws StoreUnavailableError it cannot be checked now */
export function damageIn(file: string): readonly string[] {
  let db: Database.Database | undefined;
  try {
    db = new Database(file, { readonly: true, fileMustExist: true });
    const rows = db.prepare<[], string>(`PRAGMA integrity_check(${FINDINGS})`).pluck().all();
    // A row may have a headline, "*** in database main ***", and a line for each finding.
    const lines = rows.flatMap((row) => row.split('\n')).filter((line) => !line.startsWith('***'));
    return lines[0] === 'ok' ? [] : lines;
  } catch (error) {
    // Some damage ends the check itself; a damaged header or schema does not even let it begin.
    if (DAMAGE.test(sqliteCode(error) ?? '')) return [messageOf(error)];
    return uncheckable(file, error);
  } finally {
    db?.close();
  }
}

async function damageByProcess(file: string, signal: AbortSignal): Promise<readonly string[]> {
  try {
    const { stdout } = await promisify(execFile)(process.execPath, [PROCESS, file], { signal, killSignal: 'SIGKILL' });
    const checked = JSON.parse(stdout) as CheckedByProcess;
    if ('damage' in checked) return checked.damage;
    throw new StoreUnavailableError(checked.refusal);
  } catch (error) {
    // Ctrl-C on a terminal ends that process as well, perhaps before this one hears of it.
    await setImmediate();
    signal.throwIfAborted();
    if (error instanceof StoreUnavailableError) throw error;
    return uncheckable(file, error);
  }
}

function uncheckable(file: string, error: unknown): never {
  throw new StoreUnavailableError(`${file} cannot be checked: ${messageOf(error)}.`, { cause: error });
}
