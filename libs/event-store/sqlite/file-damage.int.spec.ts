import { truncateSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { contractSchemas, newStream, note } from '../contract/subject.js';
import { findDamage } from './file-damage.js';
import { SqliteEventStore } from './sqlite-event-store.js';
import { emptyIndex } from './testing/damage.js';
import { temporaryDirectory, undoAfterEach } from './testing/temporary-directory.js';

/** Beyond what is checked in this process; the file has a hole. */
const LARGE = 65 * 2 ** 20;

describe('what SQLite finds wrong with a file', () => {
  const undo = undoAfterEach();
  const directory = temporaryDirectory();
  const path = (): string => join(directory(), 'events.db');

  beforeEach(async () => {
    const store = await SqliteEventStore.open({ file: path(), upcast: contractSchemas.upcast });
    await store.append(newStream(), [note(), note()], 'no_stream');
    await store.close();
  });

  async function damage(signal = new AbortController().signal): Promise<readonly string[]> {
    const said: string[] = [];
    await findDamage(path(), (place, what) => void said.push(`${place} ${what}`), signal);
    return said;
  }

  it.each([
    ['in this process', 0],
    ['in a process of its own', LARGE],
  ])('is told a finding at a time, %s', async (_where, bytes) => {
    if (bytes > 0) truncateSync(path(), bytes);
    expect(await damage()).toEqual([]);
    emptyIndex(path(), 'sqlite_autoindex_events_1');
    const said = await damage();
    expect(said).toContain('events.db is damaged, SQLite finds: row 2 missing from index sqlite_autoindex_events_1');
    for (const each of said) expect(each).toMatch(/^events\.db is damaged, SQLite finds: [^*\n]+$/);
  });

  it('is told of a file that is none', async () => {
    truncateSync(path(), 50);
    expect(await damage()).toEqual([expect.stringMatching(/^events\.db is damaged, SQLite finds: .*malformed$/)]);
  });

  it('is not awaited any more once its signal is aborted', async () => {
    truncateSync(path(), LARGE);
    const db = new Database(path());
    undo(() => db.close());
    db.pragma('journal_mode = DELETE');
    // The check waits for this transaction.
    db.exec('BEGIN EXCLUSIVE');
    const interruption = new AbortController();
    const checked = damage(interruption.signal);
    setImmediate(() => interruption.abort(new Error('enough')));
    await expect(checked).rejects.toThrow('enough');
    await expect(damage(AbortSignal.abort(new Error('before')))).rejects.toThrow('before');
  });
});
