import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { batch, CONTRACT_COLLECTIONS, position, type Thing, thing, THINGS } from '../contract/index.js';
import { SqliteReadModel } from './read-model.js';
import { SqliteReadModelWriter } from './writer.js';

const projections = CONTRACT_COLLECTIONS.projected.map((collection) => ({ collection, version: 1 }));

describe('documents in SQLite', () => {
  let directory: string;
  let path: string;
  let writer: SqliteReadModelWriter;
  let model: SqliteReadModel;

  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'read-model-'));
    path = join(directory, 'read-model.db');
    writer = SqliteReadModelWriter.open({ path, projections, others: CONTRACT_COLLECTIONS.others });
    model = new SqliteReadModel(path);
    model.open();
  });

  afterEach(() => {
    model.close();
    writer.close();
    rmSync(directory, { recursive: true });
  });

  const stored = (ids: readonly string[]) =>
    model.getMany(
      THINGS,
      ids.map((id) => ['w', id]),
    );
  const put = (document: Thing) => writer.putRows([{ collection: THINGS, key: ['w', document.thing_id], document }]);
  const read = (sql: string): unknown[] => {
    const database = new Database(path, { readonly: true });
    const found = database.prepare(sql).raw().all();
    database.close();
    return found;
  };

  it('have the names of their fields once in the file, also for a reader that knows other shapes', async () => {
    const [a, b] = [thing('a', 1), thing('b', 2, { name: 'of b' })];
    await writer.commit(batch([a, b]));
    expect(await stored(['a', 'b'])).toEqual([a, b]);
    const c = thing('c', 3, { extra: 'more' });
    await put(c);
    expect(await stored(['c', 'a'])).toEqual([c, a]);
    expect(read('SELECT * FROM _shapes')).toEqual([
      [1, 'workspace_id thing_id name rank live revision'],
      [2, 'workspace_id thing_id name rank live extra revision'],
    ]);
    expect(read(`SELECT doc FROM things WHERE f_thing_id = 'c'`)).toEqual([['[2,"w","c","name of c",0,1,"more",3]']]);
  });

  it('leave out fields without a value', async () => {
    await put({ ...thing('a', 1), extra: undefined });
    const [found] = await stored(['a']);
    expect(Object.keys(found!)).toEqual(Object.keys(thing('a', 1)));
  });

  it('are right after a write of a new shape that came to nothing', async () => {
    const larger = thing('b', 2, { extra: 'more' });
    const broken = { ...thing('a', 1), rank: undefined } as unknown as Thing;
    await expect(writer.commit(batch([larger, broken]))).rejects.toThrow('things w/a');
    await writer.commit(batch([thing('c', 3)]));
    await writer.commit(batch([larger], { from: position(1), to: position(2) }));
    expect(await stored(['b', 'c'])).toEqual([larger, thing('c', 3)]);
  });

  it('keep the names of their fields once the file has too many shapes', async () => {
    const things = Array.from({ length: 2_010 }, (_, i) => ({ ...thing(`t${i}`, i), [`field_${i}`]: i }));
    await writer.putRows(things.map((document) => ({ collection: THINGS, key: ['w', document.thing_id], document })));
    expect(await stored(things.map(({ thing_id }) => thing_id))).toEqual(things);
    expect(read('SELECT count(*) FROM _shapes')).toEqual([[2_000]]);
  });
});
