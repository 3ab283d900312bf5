import { copyFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { temporaryDirectory, undoAfterEach } from '../../event-store/sqlite/testing/temporary-directory.js';
import { expectFound, expectShredded } from '../contract/index.js';
import { PersonalKeysUnavailableError } from '../personal-keys.js';
import { shredSubjects } from '../testing/index.js';
import { newKey, type SecretsKeys, WorkspaceKeyWrapping } from '../wrapping.js';
import { openForWriting } from './keys-file.js';
import { SqlitePersonalKeys } from './sqlite-personal-keys.js';
import { foundIn, wrappedIn } from './testing/files.js';
import { Writer } from './writer.js';

const COUNT = 2_000;
const SUBJECTS = Array.from({ length: COUNT }, (_, index) => `contact:${(index * 7_919) % COUNT}`);

describe('the files of personal keys', () => {
  const undo = undoAfterEach();
  const directory = temporaryDirectory();
  const path = (): string => join(directory(), 'keys.db');
  const secrets: SecretsKeys = [newKey()];
  const open = async (file = path()): Promise<SqlitePersonalKeys> => {
    const store = await SqlitePersonalKeys.open({ file, secrets });
    undo(() => store.close());
    return store;
  };

  /** Makes COUNT keys in several transactions. @returns their wrapped bytes, which the files hold */
  const fill = async (store: SqlitePersonalKeys): Promise<Buffer[]> => {
    for (let at = 0; at < COUNT; at += COUNT / 5) await store.ensure('w', SUBJECTS.slice(at, at + COUNT / 5));
    const wrapped = [...wrappedIn(path(), 'personal_keys').values()];
    expect(foundIn(directory(), wrapped)).toBe(COUNT);
    return wrapped;
  };

  it('hold no byte of a key that was shredded, and still hold the rest', async () => {
    const store = await open();
    const wrapped = await fill(store);
    for (let at = 0; at < COUNT - 50; at += 650) await shredSubjects(store, 'w', SUBJECTS.slice(at, at + 650));
    expect(foundIn(directory(), wrapped.slice(0, 1_950))).toBe(0);
    expect(foundIn(directory(), wrapped.slice(1_950))).toBe(50);
    await shredSubjects(store, 'w', [SUBJECTS[1_999]!]);
    expect(foundIn(directory(), wrapped)).toBe(49);
  });

  it('hold nothing of what was wrapped before it was wrapped anew, nor of keys shredded after that', async () => {
    const store = await open();
    const [former] = wrappedInWorkspaces(await fill(store).then(path));
    const before = [...wrappedIn(path(), 'personal_keys').values()];
    expect(foundIn(directory(), [former!])).toBe(1);
    await store.rewrap('w');
    expect(foundIn(directory(), [former!, ...before])).toBe(0);
    const after = [...wrappedIn(path(), 'personal_keys').values()];
    expect(foundIn(directory(), after)).toBe(COUNT);
    await shredSubjects(store, 'w', SUBJECTS);
    expect(foundIn(directory(), after)).toBe(0);
  });

  it('number workspace keys so that a row keeps its size, and its place, when it is wrapped anew', async () => {
    const store = await open();
    await store.ensure('w', SUBJECTS.slice(0, 3));
    await store.rewrap('w');
    const numbers = [...wrappedIn(path(), 'workspace_keys').keys()];
    expect(numbers).toHaveLength(2);
    // The numbers that SQLite stores in four bytes.
    expect(numbers.filter((number) => number < 2 ** 23 || number >= 2 ** 31)).toEqual([]);
  });

  it('hold no key of a workspace that was shredded', async () => {
    const store = await open();
    await store.ensure('w', SUBJECTS.slice(0, 3));
    await store.ensure('v', SUBJECTS.slice(0, 3));
    const keys = wrappedInWorkspaces(path());
    expect(foundIn(directory(), keys)).toBe(2);
    await store.shredWorkspace('w');
    expect(foundIn(directory(), keys.slice(0, 1))).toBe(0);
    expect(foundIn(directory(), keys.slice(1))).toBe(1);
  });

  it('hold none once they are opened again, if the process was killed before it truncated the WAL', async () => {
    const db = openForWriting(path());
    undo(() => db.close());
    const writer = new Writer(db, new WorkspaceKeyWrapping(secrets));
    const subjects = ['contact:1', 'contact:2'];
    writer.commit([{ kind: 'ensure', workspaceId: 'w', subjects }]);
    const [shredded, kept] = [...wrappedIn(path(), 'personal_keys').values()];
    const ids = db.prepare<[], string>('SELECT lower(hex(id)) FROM personal_keys ORDER BY number').pluck().all();
    writer.commit([{ kind: 'shred_keys', ids: ids.slice(0, 1) }]);
    const copy = join(directory(), 'killed');
    mkdirSync(copy);
    for (const name of ['keys.db', 'keys.db-wal']) copyFileSync(join(directory(), name), join(copy, name));
    expect(foundIn(copy, [shredded!])).toBe(1);
    const store = await open(join(copy, 'keys.db'));
    expect(foundIn(copy, [shredded!])).toBe(0);
    expect(foundIn(copy, [kept!])).toBe(1);
    await store.close();
    expect(foundIn(copy, [shredded!])).toBe(0);
  });

  it('are reported while a reader keeps the WAL, and hold none when the shredding is repeated', async () => {
    const store = await open();
    const made = await store.ensure('w', ['contact:1', 'contact:2']);
    const [shredded] = [...wrappedIn(path(), 'personal_keys').values()];
    const reader = new Database(path(), { readonly: true });
    undo(() => reader.close());
    reader.exec('BEGIN');
    reader.prepare('SELECT count(*) FROM personal_keys').get();
    await expect(store.shredKeys('w', await store.keyIds('w', ['contact:1']))).rejects.toThrow(
      new PersonalKeysUnavailableError(
        'The store of personal keys cannot write: destroyed keys stay in its WAL while another connection reads.',
      ),
    );
    expect(foundIn(directory(), [shredded!])).toBe(1);
    await expectShredded(store, made.slice(0, 1));
    reader.exec('COMMIT');
    // Repeated by the subject, it names no key any more.
    expect(await store.keyIds('w', ['contact:1'])).toEqual(new Map());
    await shredSubjects(store, 'w', ['contact:1']);
    expect(foundIn(directory(), [shredded!])).toBe(0);
    await expectFound(store, made.slice(1));
  });
});

function wrappedInWorkspaces(file: string): Buffer[] {
  return [...wrappedIn(file, 'workspace_keys').values()];
}
