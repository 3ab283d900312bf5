import { existsSync, mkdtempSync, openSync, closeSync, rmSync, writeFileSync, writeSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { batch, CONTRACT_COLLECTIONS, position, thing, THINGS } from '../contract/index.js';
import { ReadModelOpenError, ReadModelUnavailableError } from '../read-model.js';
import { SqliteReadModel } from './read-model.js';
import { SqliteReadModelWriter, type SqliteWriterOptions } from './writer.js';

const projections = CONTRACT_COLLECTIONS.projected.map((collection) => ({ collection, version: 1 }));

describe('the file of the SQLite read model', () => {
  let directory: string;
  let path: string;
  let said: string[];

  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'read-model-'));
    path = join(directory, 'read-model.db');
    said = [];
  });

  afterEach(() => rmSync(directory, { recursive: true }));

  const open = (options: Partial<SqliteWriterOptions> = {}) =>
    SqliteReadModelWriter.open({
      path,
      projections,
      others: CONTRACT_COLLECTIONS.others,
      log: (sentence) => said.push(sentence),
      ...options,
    });
  const fill = async () => {
    const writer = open();
    await writer.commit(batch([thing('a', 1)]));
    writer.close();
  };
  const checkpoint = async (options: Partial<SqliteWriterOptions> = {}) => {
    const writer = open(options);
    try {
      return await writer.checkpoint('f');
    } finally {
      writer.close();
    }
  };
  const tamper = (sql: string) => {
    const database = new Database(path);
    database.exec(sql);
    database.close();
  };

  it('is kept while the projections are the same, in any order', async () => {
    await fill();
    expect(await checkpoint()).toBe(position(1));
    expect(said).toEqual([]);
  });

  it('is not changed when a projection has another version, index or collection', async () => {
    const [things] = CONTRACT_COLLECTIONS.projected;
    const indexes = things.indexes.slice(1);
    const changes: Partial<SqliteWriterOptions>[] = [
      { projections: [{ collection: things, version: 2 }] },
      { projections: [{ collection: { ...things, indexes }, version: 1 }] },
      { others: [] },
    ];
    for (const change of changes) {
      rmSync(path, { force: true });
      await fill();
      expect(() => open(change)).toThrow(ReadModelOpenError);
      expect(() => open(change)).toThrow(`${path} holds documents of another shape; it is left alone.`);
      expect(await checkpoint()).toBe(position(1));
    }
    expect(said).toEqual([]);
  });

  it('is rebuilt when it is ahead of the log, which is then another one', async () => {
    await fill();
    for (const end of [position(1), position(2)]) expect(await checkpoint({ source: { end } })).toBe(position(1));
    expect(said).toEqual([]);
    for (const end of [position(0), undefined]) {
      expect(await checkpoint({ source: { end } })).toBeUndefined();
      await fill();
    }
    const anew = `The read model ${path} was made from another log than this one; it is built anew from the log.`;
    expect(said).toEqual([anew, anew]);
  });

  it('is rebuilt when it is not a database, or torn', async () => {
    await fill();
    for (const damage of [
      () => writeFileSync(path, 'x'.repeat(5_000)),
      () => {
        const file = openSync(path, 'r+');
        writeSync(file, Buffer.alloc(8_000, 1), 0, 8_000, 100);
        closeSync(file);
      },
    ]) {
      damage();
      expect(await checkpoint()).toBeUndefined();
      expect(said.splice(0)).toEqual([`The read model ${path} is damaged; it is built anew from the log.`]);
      rmSync(path);
      await fill();
    }
  });

  it('is created in an empty file without a message', async () => {
    for (const content of ['', 'x']) {
      writeFileSync(path, content);
      expect(await checkpoint()).toBeUndefined();
      expect(said).toEqual([]);
      rmSync(path);
    }
  });

  it('is not changed when a newer version wrote it, or when it is a database of another application', async () => {
    await fill();
    tamper('PRAGMA user_version = 2');
    expect(() => open()).toThrow(ReadModelOpenError);
    expect(() => open()).toThrow('newer version');
    rmSync(path);
    tamper('CREATE TABLE events (position INTEGER PRIMARY KEY); INSERT INTO events VALUES (1)');
    expect(() => open()).toThrow(ReadModelOpenError);
    expect(() => open()).toThrow('left alone');
    const database = new Database(path);
    expect(database.prepare('SELECT count(*) FROM events').pluck().get()).toBe(1);
    database.close();
  });

  it('is marked when damage is found later, and rebuilt at the next start', async () => {
    const writer = open();
    const things = Array.from({ length: 300 }, (_, i) => thing(`t${i}`, i, { extra: 'x'.repeat(500) }));
    await writer.commit(batch(things));
    writer.close();
    const pages = statSync(path).size / 8_192;
    const file = openSync(path, 'r+');
    // The first pages are those of the file's own tables, the last ones have the documents.
    for (let page = pages - 15; page < pages; page += 1)
      writeSync(file, Buffer.alloc(8_192, 0xee), 0, 8_192, page * 8_192);
    closeSync(file);
    const again = open();
    const keys = things.map(({ thing_id }) => ['w', thing_id]);
    const model = new SqliteReadModel(path);
    model.open();
    await expect(model.getMany(THINGS, keys)).rejects.toThrow(ReadModelUnavailableError);
    await expect(again.getMany(THINGS, keys)).rejects.toMatchObject({ name: 'ReadModelDamagedError' });
    model.close();
    again.close();
    expect(await checkpoint()).toBeUndefined();
    expect(said).toEqual([`The read model ${path} was found damaged; it is built anew from the log.`]);
    expect(existsSync(`${path}-damaged`)).toBe(false);
  });

  it('is not read before it is reported to be open', async () => {
    const model = new SqliteReadModel(path);
    await expect(model.projectedRevision('w')).rejects.toThrow(ReadModelUnavailableError);
    expect(() => model.open()).toThrow(ReadModelUnavailableError);
    await fill();
    model.open();
    expect(await model.getMany(THINGS, [['w', 'a']])).toEqual([thing('a', 1)]);
    model.close();
    await expect(model.projectedRevision('w')).rejects.toThrow(ReadModelUnavailableError);
  });
});
