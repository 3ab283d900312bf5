import { join } from 'node:path';
import Database from 'better-sqlite3';
import { temporaryDirectory, undoAfterEach } from '../../event-store/sqlite/testing/temporary-directory.js';
import { expectFound, expectShredded } from '../contract/index.js';
import { PersonalKeysUnavailableError, WorkspaceShreddedError } from '../personal-keys.js';
import { newKey, type SecretsKeys } from '../wrapping.js';
import { SqlitePersonalKeys } from './sqlite-personal-keys.js';
import { transactionsIn } from './testing/files.js';

describe('the writer of personal keys', () => {
  const undo = undoAfterEach();
  const directory = temporaryDirectory();
  const path = (): string => join(directory(), 'keys.db');
  const secrets: SecretsKeys = [newKey()];
  const open = async (): Promise<SqlitePersonalKeys> => {
    const store = await SqlitePersonalKeys.open({ file: path(), secrets });
    undo(() => store.close());
    return store;
  };
  const sentence = (call: Promise<unknown>): Promise<string> =>
    call.then(
      () => 'succeeded',
      (error: unknown) => {
        expect(error).toBeInstanceOf(PersonalKeysUnavailableError);
        return (error as Error).message;
      },
    );

  it('commits waiting requests together: 300 of them in at most 20 transactions', async () => {
    const store = await open();
    await store.ensure('w', ['contact:first']);
    const before = transactionsIn(`${path()}-wal`);
    expect(before).toBe(1);
    const made = await Promise.all(
      Array.from({ length: 300 }, (_, index) => store.ensure(`w${index % 3}`, [`contact:${index}`])),
    );
    expect(transactionsIn(`${path()}-wal`) - before).toBeLessThanOrEqual(20);
    await expectFound(store, made.flat());
  });

  it('refuses one request, and carries out those that share its transaction', async () => {
    const store = await open();
    await store.shredWorkspace('gone');
    const asked = [store.ensure('w', ['a']), store.ensure('gone', ['a', 'b']), store.ensure('w', ['b'])];
    const [first, refused, second] = await Promise.allSettled(asked);
    expect(refused).toMatchObject({ reason: new WorkspaceShreddedError('gone') });
    expect(first).toMatchObject({ status: 'fulfilled' });
    expect(second).toMatchObject({ status: 'fulfilled' });
  });

  it('writes nothing while another connection holds the lock, and continues when that is released', async () => {
    const store = await open();
    const made = await store.ensure('w', ['a']);
    const other = new Database(path());
    undo(() => other.close());
    other.exec('BEGIN IMMEDIATE');
    const keys = await store.keyIds('w', ['a']);
    const calls = [store.ensure('w', ['b']), store.shredKeys('w', keys)];
    for (const call of calls) {
      expect(await sentence(call)).toBe('The store of personal keys cannot write: database is locked.');
    }
    other.exec('COMMIT');
    await expectFound(store, made);
    await expectFound(store, await store.ensure('w', ['b']));
    await store.shredKeys('w', keys);
    await expectShredded(store, made);
  });

  it('fails waiting requests when its thread dies, and all later ones; keys are still read', async () => {
    const store = await open();
    const made = await store.ensure('w', ['a']);
    // An id that is no text is a bug, not a fault of the disk: the thread ends.
    const fatal = {} as string;
    const waiting = [store.ensure('w', ['b']), store.shredKeys('w', new Map([['a', fatal]])), store.ensure('w', ['c'])];
    const died = await store.died;
    expect(died.message).toMatch(/^The writer of the personal keys died: /);
    const said = await Promise.all(waiting.map(sentence));
    expect(said[1]).toBe(died.message);
    expect(said[2]).toBe(died.message);
    expect(await sentence(store.ensure('w', ['d']))).toBe(died.message);
    await expectFound(store, made);
    await store.close();
    await expectFound(await open(), made);
  });
});
