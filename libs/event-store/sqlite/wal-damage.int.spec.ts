import { copyFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { Random, seedOfThisRun } from '../../../test/support/random.js';
import { contractSchemas, newStream, note } from '../contract/subject.js';
import { openReader } from './sqlite-event-reader.js';
import { SqliteEventStore } from './sqlite-event-store.js';
import { temporaryDirectory, undoAfterEach } from './testing/temporary-directory.js';
import { findWalDamage } from './wal-damage.js';

const FLIPS = 400;
const RUN_MS = 120_000;
const { signal } = new AbortController();

describe('the WAL of a file', () => {
  const undo = undoAfterEach();
  const directory = temporaryDirectory();
  const path = (name: string): string => join(directory(), name);
  const open = async (name = 'events.db'): Promise<SqliteEventStore> => {
    const store = await SqliteEventStore.open({ file: path(name), upcast: contractSchemas.upcast });
    undo(() => store.close());
    return store;
  };
  async function damageOf(name: string, pauseMs = 0): Promise<readonly string[]> {
    const said: string[] = [];
    await findWalDamage(path(name), (place, what) => void said.push(`${place} ${what}`), signal, pauseMs);
    return said;
  }
  /** The file and its WAL as a killed process leaves them. */
  const killed = (): void => {
    for (const end of ['', '-wal']) copyFileSync(path(`events.db${end}`), path(`killed.db${end}`));
  };
  async function readIn(name: string): Promise<string> {
    const reader = openReader({ file: path(name), upcast: contractSchemas.upcast });
    const read: unknown[] = [];
    for await (const { events, caughtUp } of reader.follow({ prefixes: [''], signal })) {
      read.push(...events);
      if (caughtUp) break;
    }
    reader.close();
    return JSON.stringify(read);
  }

  it(
    `is damaged by each of ${FLIPS} flipped bits, or all appends are read`,
    async () => {
      const store = await open();
      for (let n = 0; n < 12; n += 1) await store.append(newStream(), [note(), note()], 'no_stream');
      killed();
      const written = await readIn('events.db');
      const whole = readFileSync(path('killed.db-wal'));
      expect(await damageOf('killed.db')).toEqual([]);
      expect(await readIn('killed.db')).toBe(written);
      const random = new Random(seedOfThisRun());
      let dropped = 0;
      for (let n = 0; n < FLIPS; n += 1) {
        const [at, bit] = [random.below(whole.length), random.below(8)];
        const bytes = Buffer.from(whole);
        bytes[at]! ^= 1 << bit;
        writeFileSync(path('killed.db-wal'), bytes);
        rmSync(path('killed.db-shm'), { force: true });
        const said = await damageOf('killed.db');
        const read = await readIn('killed.db').catch((error: Error) => error.message);
        if (read !== written) dropped += 1;
        if (said.length === 0) expect([at, bit, read]).toEqual([at, bit, written]);
      }
      expect(dropped).toBeGreaterThan(0);
    },
    RUN_MS,
  );

  it('is named with its first damaged frame and the commits from there on', async () => {
    const store = await open();
    const stream = newStream();
    for (let n = 0; n < 3; n += 1) await store.append(stream, [note()], n === 0 ? 'no_stream' : n - 1);
    killed();
    const bytes = readFileSync(path('killed.db-wal'));
    const last = bytes.length - 100;
    bytes[last]! ^= 1;
    writeFileSync(path('killed.db-wal'), bytes);
    expect(await damageOf('killed.db')).toEqual([
      expect.stringMatching(
        /^killed\.db-wal is damaged: frame \d+ does not .* drops all from there on, 1 commit, once /,
      ),
    ]);
    bytes[20]! ^= 1;
    writeFileSync(path('killed.db-wal'), bytes);
    expect(await damageOf('killed.db')).toEqual([
      expect.stringMatching(
        /^killed\.db-wal is damaged: its header does not fit its checksum, and SQLite drops all of it/,
      ),
    ]);
  });

  it('is not damaged by frames of before it was begun anew, or of a transaction that was not committed', async () => {
    const db = new Database(path('plain.db'));
    undo(() => db.close());
    db.pragma('journal_mode = WAL');
    db.exec('CREATE TABLE t (a TEXT)');
    const fill = (rows: number): void => {
      for (let n = 0; n < rows; n += 1) db.prepare('INSERT INTO t VALUES (?)').run('x'.repeat(3_000));
    };
    fill(20);
    db.pragma('wal_checkpoint(FULL)');
    fill(2);
    expect(await damageOf('plain.db')).toEqual([]);
    const before = readFileSync(path('plain.db-wal')).length;
    // More than the cache holds is written before the end of the transaction.
    db.pragma('cache_size = 10');
    db.exec('BEGIN');
    fill(200);
    db.exec('ROLLBACK');
    expect(readFileSync(path('plain.db-wal')).length).toBeGreaterThan(before);
    fill(1);
    expect(await damageOf('plain.db')).toEqual([]);
  });

  it('is not damaged beside a writer, and needs not be there', async () => {
    const store = await open();
    let isWriting = true;
    const writing = (async () => {
      while (isWriting)
        await store.append(
          newStream(),
          Array.from({ length: 50 }, () => note()),
          'no_stream',
        );
    })();
    for (let n = 0; n < 30; n += 1) expect(await damageOf('events.db', 100)).toEqual([]);
    isWriting = false;
    await writing;
    await store.close();
    expect(await damageOf('events.db')).toEqual([]);
  });
});
