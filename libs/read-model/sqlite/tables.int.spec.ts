import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import type { Collection, Row } from '#kernel';
import { batch, CONTRACT_COLLECTIONS, position, type Thing, thing, THINGS } from '../contract/index.js';
import { ReadModelUnavailableError } from '../read-model.js';
import { removeFile } from './file.js';
import { pageSql } from './page-sql.js';
import { SqliteReadModelWriter, type SqliteWriterOptions } from './writer.js';

const projections = CONTRACT_COLLECTIONS.projected.map((collection) => ({ collection, version: 1 }));
const { others } = CONTRACT_COLLECTIONS;

describe('the SQLite read model', () => {
  let directory: string;
  let path: string;

  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'read-model-'));
    path = join(directory, 'read-model.db');
  });

  afterEach(() => rmSync(directory, { recursive: true }));

  const open = (options: Partial<SqliteWriterOptions> = {}) =>
    SqliteReadModelWriter.open({ path, projections, others, log: () => undefined, ...options });

  it('is unavailable while the disk is full, keeps its rows, and continues when there is space', async () => {
    const writer = open({ maxPages: 40 });
    await writer.commit(batch([thing('a', 1)]));
    const large = Array.from({ length: 300 }, (_, i) => thing(`t${i}`, i, { extra: 'x'.repeat(2_000) }));
    const commit = batch(large, { from: position(1), to: position(2), projectedRevisions: new Map([['w', 299]]) });
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

  it('names the document whose indexed field is missing or invalid', async () => {
    const writer = open();
    for (const rank of [undefined, null, true, Number.NaN]) {
      const broken = { ...thing('a', 1), rank } as unknown as Thing;
      await expect(writer.commit(batch([thing('b', 1), broken]))).rejects.toThrow('things w/a');
    }
    expect(await writer.getMany(THINGS, [['w', 'b']])).toEqual([undefined]);
    writer.close();
  });

  it('has one index for the key and for a declared index of its order', async () => {
    const ordered: Collection<Row & { readonly a: string; readonly b: string }> = {
      name: 'ordered',
      key: ['a', 'b'],
      indexes: [{ name: 'by_key', fields: ['a', 'b'] }],
    };
    const writer = open({ projections: [{ collection: ordered, version: 1 }], others: [] });
    const rows = ['2', '1', '3'].map((b) => ({ a: 'x', b, revision: 1 }));
    await writer.putRows(rows.map((document) => ({ collection: ordered, key: ['x', document.b], document })));
    const page = await writer.page(ordered, { index: 'by_key', prefix: ['x'], after: ['1'], limit: 9 });
    expect(page.map(({ b }) => b)).toEqual(['2', '3']);
    writer.close();
    const database = new Database(path, { readonly: true });
    const indexes = database.prepare(`SELECT name FROM sqlite_schema WHERE type = 'index' AND tbl_name = 'ordered'`);
    expect(indexes.pluck().all()).toEqual(['sqlite_autoindex_ordered_1']);
    database.close();
  });

  it('loads rows first and then makes their indexes, also after an interruption', async () => {
    const schema = (): unknown[] => {
      const database = new Database(path, { readonly: true });
      const found = database.prepare(`SELECT name, sql FROM sqlite_schema ORDER BY name`).all();
      database.close();
      return found;
    };
    open().close();
    const usual = schema();
    for (const isInterrupted of [false, true]) {
      removeFile(path);
      const loading = open({ indexesLast: true });
      await loading.commit(batch([thing('b', 1, { rank: 2 }), thing('a', 1, { rank: 1 })]));
      const options = { index: 'by_rank', prefix: ['w'], limit: 9 };
      // No `toThrow`: an error of SQLite is of the realm that has loaded the driver first.
      await expect(loading.page(THINGS, options)).rejects.toMatchObject({ message: 'no such index: things.by_rank' });
      if (!isInterrupted) await loading.addIndexes();
      loading.close();
      const later = open();
      expect((await later.page(THINGS, options)).map(({ thing_id }) => thing_id)).toEqual(['a', 'b']);
      later.close();
      expect(schema()).toEqual(usual);
      const database = new Database(path, { readonly: true });
      const counters = database.prepare(`SELECT step, documents FROM "_tally.things.named" ORDER BY step`);
      expect(counters.raw().all()).toEqual([
        [1, 1],
        [2, 1],
      ]);
      database.close();
    }
  });

  it('answers pages from the index alone: no sorting, no scanning, no row beyond the bounds', () => {
    open().close();
    const database = new Database(path);
    for (const [prefix, after, to, range] of [
      [2, 0, false, '(f_workspace_id=? AND f_live=?)'],
      [2, 2, false, '(f_workspace_id=? AND f_live=? AND (f_rank,f_thing_id)>(?,?))'],
      [1, 2, false, '(f_workspace_id=? AND (f_live,f_rank)>(?,?))'],
      [0, 0, false, ''],
      [2, 0, true, '(f_workspace_id=? AND f_live=? AND f_rank<?)'],
      [2, 1, true, '(f_workspace_id=? AND f_live=? AND f_rank>? AND f_rank<?)'],
      [2, 2, true, '(f_workspace_id=? AND f_live=? AND (f_rank,f_thing_id)>(?,?) AND f_rank<?)'],
    ] as const) {
      const values = Array.from({ length: prefix + after + (to ? 1 : 0) + 1 }, () => 1);
      const sql = pageSql(THINGS, 'by_rank', prefix, { after, to });
      const plan = database.prepare(`EXPLAIN QUERY PLAN ${sql}`).all(values);
      const details = plan.map((row) => (row as { detail: string }).detail);
      expect(details).toHaveLength(1);
      expect(details[0]).toContain('USING INDEX things.by_rank');
      expect(details[0]!.startsWith(range === '' ? 'SCAN' : 'SEARCH')).toBe(true);
      expect(details[0]!.endsWith(range)).toBe(true);
    }
    database.close();
  });
});
