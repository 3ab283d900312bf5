import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';

/** The wrapped keys that a file of keys holds now. */
export function wrappedIn(file: string, table: 'personal_keys' | 'workspace_keys'): Map<number, Buffer> {
  const db = new Database(file, { readonly: true });
  const rows = db.prepare<[], [number, Buffer]>(`SELECT number, wrapped FROM ${table}`).raw().all();
  db.close();
  return new Map(rows);
}

/** How many of these byte strings any file of a directory holds: the database, its WAL and the index of that. */
export function foundIn(directory: string, needles: Iterable<Buffer>): number {
  const files = readdirSync(directory).map((name) => readFileSync(join(directory, name)));
  return [...needles].filter((needle) => files.some((bytes) => bytes.includes(needle))).length;
}

const WAL_HEADER = 32;
const FRAME_HEADER = 24;

/** Transactions in a WAL that was never checkpointed: the frames that end one name the size of the file. */
export function transactionsIn(wal: string): number {
  const bytes = readFileSync(wal);
  const frame = FRAME_HEADER + bytes.readUInt32BE(8);
  let transactions = 0;
  for (let at = WAL_HEADER; at + frame <= bytes.length; at += frame) {
    if (bytes.readUInt32BE(at + 4) > 0) transactions += 1;
  }
  return transactions;
}
