import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import Database from 'better-sqlite3';
import { contractSchemas, newStream, note, notes, rejection } from '../contract/subject.js';
import { StoreOpenError } from '../event-store.js';
import { lockDirectory } from './lock.js';
import { openReader } from './sqlite-event-reader.js';
import { SqliteEventStore } from './sqlite-event-store.js';
import { temporaryDirectory, undoAfterEach } from './testing/temporary-directory.js';

const { upcast } = contractSchemas;
const CHILD = fileURLToPath(new URL('./testing/appender.child.js', import.meta.url));

describe('opening an event store', () => {
  const undo = undoAfterEach();
  const directory = temporaryDirectory();
  const path = (): string => join(directory(), 'events.db');
  const open = async (file = path()): Promise<SqliteEventStore> => {
    const store = await SqliteEventStore.open({ file, upcast });
    undo(() => store.close());
    return store;
  };

  /** Opening must fail with one sentence that names the reason, and must leave the directory unlocked. */
  const refused = async (why: RegExp): Promise<void> => {
    const error = (await rejection(open())) as Error;
    expect(error).toBeInstanceOf(StoreOpenError);
    expect(error.message).toMatch(why);
    expect(error.message).toMatch(/^[^\n]+\.$/);
    lockDirectory(directory()).release();
  };

  it('creates the directory and the files for their owner only', async () => {
    const inner = join(directory(), 'a', 'data');
    const store = await open(join(inner, 'events.db'));
    await store.append(newStream(), [note()], 'no_stream');
    const mode = (file: string): number => statSync(file).mode & 0o777;
    expect(mode(inner)).toBe(0o700);
    const files = ['events.db', 'events.db-wal', 'events.db-shm', 'lock'];
    expect(files.map((file) => mode(join(inner, file)))).toEqual([0o600, 0o600, 0o600, 0o600]);
    await store.close();
  });

  it('leaves one complete file behind when it is closed', async () => {
    const store = await open();
    await store.append(newStream(), [note()], 'no_stream');
    await store.close();
    expect(existsSync(`${path()}-wal`)).toBe(false);
  });

  it('is refused while another process has the directory, until that process ends', async () => {
    const child = spawn(process.execPath, [CHILD, path(), '1'], { stdio: ['ignore', 'pipe', 'inherit'] });
    undo(() => child.kill('SIGKILL'));
    await once(child.stdout, 'data');
    const error = await rejection(open());
    expect(error).toBeInstanceOf(StoreOpenError);
    expect(error).toMatchObject({ message: `The data directory ${directory()} is in use by another process.` });
    child.kill('SIGKILL');
    child.stdout.resume();
    await once(child, 'close');
    await (await open()).close();
  });

  it('is refused a second time in this process, and then still locks out other processes', async () => {
    const first = await open();
    expect(await rejection(open())).toBeInstanceOf(StoreOpenError);
    const child = spawn(process.execPath, [CHILD, path(), '1'], { stdio: ['ignore', 'ignore', 'pipe'] });
    undo(() => child.kill('SIGKILL'));
    let complaint = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      complaint += text;
    });
    const [code] = (await once(child, 'close')) as [number];
    expect(code).not.toBe(0);
    expect(complaint).toContain('is in use by another process.');
    await first.append(newStream(), [note()], 'no_stream');
    await first.close();
    await (await open()).close();
  });

  it('uses the lock that its caller holds, and does not release it', async () => {
    const lock = lockDirectory(directory());
    await (await SqliteEventStore.open({ file: path(), upcast, lock })).close();
    expect(() => lockDirectory(directory())).toThrow(StoreOpenError);
    lock.release();
    lockDirectory(directory()).release();
  });

  it('is refused for a file that is not a database', async () => {
    writeFileSync(path(), 'this is a shopping list, '.repeat(400));
    await refused(/is corrupt or no event store/);
    expect(readFileSync(path(), 'utf8')).toMatch(/^this is a shopping list/);
  });

  it('is refused for a truncated file', async () => {
    const store = await open();
    await store.append(newStream(), notes(2_000), 'no_stream');
    await store.close();
    truncateSync(path(), 3 * 4_096);
    await refused(/is corrupt or no event store/);
  });

  it('is refused for a database of another application, which is not changed', async () => {
    const db = new Database(path());
    db.exec('CREATE TABLE shopping (item TEXT)');
    db.close();
    const before = readFileSync(path());
    await refused(/is not an event store of this service/);
    expect(readFileSync(path()).equals(before)).toBe(true);
  });

  it('is refused for a file of a newer version', async () => {
    await (await open()).close();
    const db = new Database(path());
    db.pragma('user_version = 99');
    db.close();
    await refused(/was written by a newer version of this service \(schema 99; this one knows 2\)/);
  });

  it('is refused for a directory of its name', async () => {
    const lock = lockDirectory(path());
    lock.release();
    await refused(/cannot be opened/);
  });

  it('for reading requires an existing file', () => {
    expect(() => openReader({ file: path(), upcast })).toThrow(StoreOpenError);
    expect(existsSync(path())).toBe(false);
  });
});
