import { existsSync, mkdtempSync, openSync, closeSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { batch, CONTRACT_COLLECTIONS, position, type Thing, thing, THINGS } from '../contract/index.js';
import { ReadModelOpenError, ReadModelUnavailableError } from '../read-model.js';
import { SqliteReadModel } from './read-model.js';
import { pageSql } from './page-sql.js';
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

  it('is kept as long as the projections are the same, in whatever order', async () => {
    await fill();
    expect(await checkpoint()).toBe(position(1));
    expect(said).toEqual([]);
  });

  it('is built anew when a projection has another version, index or collection', async () => {
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
      expect(await checkpoint(change)).toBeUndefined();
      expect(said.splice(0)).toEqual([
        `The read model ${path} holds documents of another shape; it is built anew from the log.`,
      ]);
      expect(await checkpoint(change)).toBeUndefined();
      expect(said).toEqual([]);
    }
  });

  it('is built anew when it has seen more than the log holds: that was another log', async () => {
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

  it('is built anew when it is no database, or torn', async () => {
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

  it('is begun in an empty file without a word', async () => {
    for (const content of ['', 'x']) {
      writeFileSync(path, content);
      expect(await checkpoint()).toBeUndefined();
      expect(said).toEqual([]);
      rmSync(path);
    }
  });

  it('is left alone when a newer version wrote it, or when it is a database of something else', async () => {
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

  it('is marked when damage shows later, and built anew at the next start', async () => {
    const writer = open();
    const things = Array.from({ length: 300 }, (_, i) => thing(`t${i}`, i, { extra: 'x'.repeat(500) }));
    await writer.commit(batch(things));
    writer.close();
    const file = openSync(path, 'r+');
    for (let page = 8; page < 30; page += 1) writeSync(file, Buffer.alloc(8_192, 0xee), 0, 8_192, page * 8_192);
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

  it('is not read before it is said to be open', async () => {
    const model = new SqliteReadModel(path);
    await expect(model.completeTo('w')).rejects.toThrow(ReadModelUnavailableError);
    expect(() => model.open()).toThrow(ReadModelUnavailableError);
    await fill();
    model.open();
    expect(await model.getMany(THINGS, [['w', 'a']])).toEqual([thing('a', 1)]);
    model.close();
    await expect(model.completeTo('w')).rejects.toThrow(ReadModelUnavailableError);
  });

  it('is unavailable while the disk is full, keeps what it has, and goes on when there is room', async () => {
    const writer = open({ maxPages: 40 });
    await writer.commit(batch([thing('a', 1)]));
    const large = Array.from({ length: 300 }, (_, i) => thing(`t${i}`, i, { extra: 'x'.repeat(2_000) }));
    const commit = batch(large, { from: position(1), to: position(2), completeTo: new Map([['w', 299]]) });
    await expect(writer.commit(commit)).rejects.toThrow(ReadModelUnavailableError);
    expect(await writer.checkpoint('f')).toBe(position(1));
    expect(
      await writer.getMany(THINGS, [
        ['w', 'a'],
        ['w', 't0'],
      ]),
    ).toEqual([thing('a', 1), undefined]);
    writer.close();
    const roomy = open();
    await roomy.commit(commit);
    expect(await roomy.checkpoint('f')).toBe(position(2));
    roomy.close();
  });

  it('names the document whose indexed field is missing or no value', async () => {
    const writer = open();
    for (const rank of [undefined, null, true, Number.NaN]) {
      const broken = { ...thing('a', 1), rank } as unknown as Thing;
      await expect(writer.commit(batch([thing('b', 1), broken]))).rejects.toThrow('things w/a');
    }
    expect(await writer.getMany(THINGS, [['w', 'b']])).toEqual([undefined]);
    writer.close();
  });

  it('answers pages from the index alone: no sorting, no scanning', () => {
    open().close();
    const database = new Database(path);
    for (const [prefix, after] of [
      [2, 0],
      [2, 2],
      [1, 2],
      [0, 0],
    ] as const) {
      const values = Array.from({ length: prefix + after + 1 }, () => 1);
      const plan = database.prepare(`EXPLAIN QUERY PLAN ${pageSql(THINGS, 'by_rank', prefix, after)}`).all(values);
      const details = plan.map((row) => (row as { detail: string }).detail);
      expect(details).toHaveLength(1);
      expect(details[0]).toContain('USING INDEX things.by_rank');
      expect(details[0]!.startsWith(prefix + after === 0 ? 'SCAN' : 'SEARCH')).toBe(true);
    }
    database.close();
  });
});
