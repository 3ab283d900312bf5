import { readFileSync, writeFileSync } from 'node:fs';
import Database from 'better-sqlite3';

/** Where the first page of an index begins in a file that no process writes to. */
export function pageOf(file: string, index: string): number {
  const db = new Database(file, { readonly: true });
  try {
    const root = db.prepare<[string], number>('SELECT rootpage FROM sqlite_schema WHERE name = ?').pluck().get(index)!;
    return (root - 1) * (db.pragma('page_size', { simple: true }) as number);
  } finally {
    db.close();
  }
}

/** Damages an index of one page: it says that it has one entry. */
export function emptyIndex(file: string, index: string): void {
  const bytes = readFileSync(file);
  bytes.writeUInt16BE(1, pageOf(file, index) + 3);
  writeFileSync(file, bytes);
}
