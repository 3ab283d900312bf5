import { existsSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { SqliteEventStore } from '#event-store/sqlite';
import { temporaryDirectory, undoAfterEach } from '../../event-store/sqlite/testing/temporary-directory.js';
import { expectFound, expectShredded } from '../contract/index.js';
import { PersonalKeysError, PersonalKeysOpenError, PersonalKeysUnavailableError } from '../personal-keys.js';
import { shredSubjects } from '../testing/index.js';
import { newKey, type SecretsKeys } from '../wrapping.js';
import { openKeysReader } from './sqlite-keys-reader.js';
import { SqlitePersonalKeys } from './sqlite-personal-keys.js';

describe('opening a store of personal keys', () => {
  const undo = undoAfterEach();
  const directory = temporaryDirectory();
  const path = (): string => join(directory(), 'keys.db');
  const secrets: SecretsKeys = [newKey()];
  const open = async (file = path()): Promise<SqlitePersonalKeys> => {
    const store = await SqlitePersonalKeys.open({ file, secrets });
    undo(() => store.close());
    return store;
  };

  /** Opening must fail with one sentence that names the reason. */
  const refused = async (why: RegExp): Promise<void> => {
    const error: unknown = await open().catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(PersonalKeysOpenError);
    expect((error as Error).message).toMatch(why);
    expect((error as Error).message).toMatch(/^[^\n]+\.$/);
  };

  it('creates the directory and the files for their owner only', async () => {
    const inner = join(directory(), 'a', 'data');
    const store = await open(join(inner, 'keys.db'));
    await store.ensure('w', ['contact:1']);
    const mode = (file: string): number => statSync(file).mode & 0o777;
    expect(mode(inner)).toBe(0o700);
    const files = ['keys.db', 'keys.db-wal', 'keys.db-shm'];
    expect(files.map((file) => mode(join(inner, file)))).toEqual([0o600, 0o600, 0o600]);
  });

  it('leaves one complete file behind when it is closed', async () => {
    const store = await open();
    await store.ensure('w', ['contact:1']);
    await store.close();
    expect(existsSync(`${path()}-wal`)).toBe(false);
  });

  it('is refused for a file that is not a database', async () => {
    writeFileSync(path(), 'this is a shopping list, '.repeat(400));
    await refused(/keys\.db is corrupt or no store of personal keys/);
    expect(readFileSync(path(), 'utf8')).toMatch(/^this is a shopping list/);
  });

  it('is refused for a truncated file', async () => {
    const store = await open();
    const subjects = Array.from({ length: 500 }, (_, index) => `contact:${index}`);
    await store.ensure('w', subjects);
    await store.close();
    truncateSync(path(), 4 * 4_096);
    await refused(/is corrupt or no store of personal keys/);
  });

  it("is refused for the log's file, which is not changed", async () => {
    const log = await SqliteEventStore.open({ file: path(), upcast: (event) => event });
    await log.close();
    const before = readFileSync(path());
    await refused(/keys\.db is not a store of personal keys of this service/);
    expect(readFileSync(path()).equals(before)).toBe(true);
  });

  it('is refused for a file of a newer version', async () => {
    await (await open()).close();
    const db = new Database(path());
    db.pragma('user_version = 99');
    db.close();
    await refused(/was written by a newer version of this service \(schema 99; this one knows 1\)/);
  });

  describe('for reading', () => {
    it('requires an existing file', () => {
      expect(() => openKeysReader({ file: path(), secrets })).toThrow(PersonalKeysOpenError);
      expect(existsSync(path())).toBe(false);
    });

    it('reads keys beside the writer, and needs none', async () => {
      const store = await open();
      const made = await store.ensure('w', ['contact:1', 'contact:2']);
      const reader = openKeysReader({ file: path(), secrets });
      const before = await reader.shreddings();
      await expectFound(reader, made);
      await shredSubjects(store, 'w', ['contact:1']);
      await expectShredded(reader, made.slice(0, 1));
      await expectFound(reader, made.slice(1));
      expect(await reader.shreddings()).toBe(before + 1);
      await store.rewrap('w');
      await expectFound(reader, made.slice(1));
      await reader.close();
      await expect(reader.get([made[1]!.id])).rejects.toThrow(PersonalKeysUnavailableError);
      await store.close();
      const alone = openKeysReader({ file: path(), secrets });
      undo(() => alone.close());
      await expectFound(alone, made.slice(1));
    });

    it('does not take a record for a key if it was put in the place of another one', async () => {
      const store = await open();
      const made = await store.ensure('w', ['contact:1', 'contact:2']);
      await store.close();
      const db = new Database(path());
      db.exec(`UPDATE personal_keys SET wrapped = (SELECT wrapped FROM personal_keys WHERE subject = 'contact:2')`);
      db.close();
      const reader = openKeysReader({ file: path(), secrets });
      undo(() => reader.close());
      await expect(reader.get([made[0]!.id])).rejects.toThrow(
        new PersonalKeysError(`The store of personal keys was altered: the key ${made[0]!.id} is damaged.`),
      );
      await expectFound(reader, made.slice(1));
    });
  });
});
