import type { Collection, DocumentKey, IndexValue, Position, Row } from '#kernel';
import type { Database, Statement } from 'better-sqlite3';
import { fieldBehindKey, fieldBehindPrefix, indexOrder } from '../index-order.js';
import type { CountOptions, DistinctOptions, MergeOptions, PageOptions, TallyOptions } from '../read-model.js';
import { Columns } from './columns.js';
import { Documents } from './documents.js';
import { Merging } from './merging.js';
import { countSql, pageSql, positionSql } from './page-sql.js';
import { columnOf, fromIndex, selectedOf, tableOf } from './table.js';
import { Tallying } from './tallies.js';

/** Entries of an index that are counted in one slice: about a millisecond. */
const COUNT_SLICE = 10_000;

/** Statements by key. */
interface Get {
  readonly row: Statement;
  readonly key: (key: DocumentKey) => unknown[];
  readonly documentOf: (row: readonly unknown[]) => Row;
}

interface Field {
  readonly value: Statement;
  readonly columns: Columns;
}

interface Page {
  readonly rows: Statement;
  /** Those of the index. */
  readonly columns: Columns;
  readonly meant: (row: readonly unknown[]) => unknown;
}

interface Count {
  readonly last: Statement;
  readonly rest: Statement;
  readonly columns: Columns;
}

/** The bounded reads, on one connection, with cached statements. */
export class Reading {
  private readonly gets = new Map<string, Get>();
  private readonly pages = new Map<string, Page>();
  private readonly counts = new Map<string, Count>();
  private readonly fields = new Map<string, Field>();
  private readonly merging: Merging;
  private readonly tallying: Tallying;
  private readonly complete: Statement;
  private readonly position: Statement;
  private readonly begin: Statement;
  private readonly end: Statement;

  /** @param documents those of the connection, where it writes them, too */
  constructor(
    private readonly database: Database,
    private readonly documents = new Documents(database),
  ) {
    this.merging = new Merging(database, this.documents);
    this.tallying = new Tallying(database);
    this.complete = database.prepare('SELECT revision FROM _complete WHERE workspace_id = ?').pluck();
    this.position = database.prepare('SELECT position FROM _checkpoint WHERE follower = ?').pluck();
    this.begin = database.prepare('BEGIN');
    this.end = database.prepare('COMMIT');
  }

  getMany<Doc extends Row>(collection: Collection<Doc>, keys: readonly DocumentKey[]): (Doc | undefined)[] {
    return keys.length < 2 ? this.getEach(collection, keys) : this.atOnce(() => this.getEach(collection, keys));
  }

  fieldsOf(collection: Collection, index: string, keys: readonly DocumentKey[]): (IndexValue | undefined)[] {
    const shape = `${collection.name} ${index}`;
    let field = this.fields.get(shape);
    if (!field) {
      const columns = new Columns(collection, [...collection.key, fieldBehindKey(collection, index)]);
      const value = this.database.prepare(fieldSql(collection, index)).raw();
      this.fields.set(shape, (field = { value, columns }));
    }
    const { value, columns } = field;
    return this.atOnce(() =>
      keys.map((key) => {
        const row = value.get(columns.bind(key)) as unknown[] | undefined;
        return row && columns.read(row, collection.key.length)[0];
      }),
    );
  }

  /** One read transaction: one lock on the file for all reads instead of one each. */
  private atOnce<Result>(read: () => Result): Result {
    if (this.database.inTransaction) return read();
    this.begin.run();
    try {
      return read();
    } finally {
      this.end.run();
    }
  }

  private getEach<Doc extends Row>(collection: Collection<Doc>, keys: readonly DocumentKey[]): (Doc | undefined)[] {
    let get = this.gets.get(collection.name);
    if (!get) {
      const { get: sql, key } = tableOf(collection);
      get = { row: this.database.prepare(sql).raw(), key, documentOf: this.documents.reader(collection) };
      this.gets.set(collection.name, get);
    }
    const found = new Array<Doc | undefined>(keys.length);
    for (let i = 0; i < keys.length; i += 1) {
      const row = get.row.get(get.key(keys[i]!)) as unknown[] | undefined;
      found[i] = row && (get.documentOf(row) as Doc);
    }
    return found;
  }

  page<Doc extends Row>(collection: Collection<Doc>, options: PageOptions): Doc[] {
    return this.pageOf(collection, options, 'documents') as Doc[];
  }

  pageKeys(collection: Collection, options: PageOptions): DocumentKey[] {
    return this.pageOf(collection, options, 'keys') as DocumentKey[];
  }

  private pageOf(collection: Collection, options: PageOptions, of: 'documents' | 'keys'): unknown[] {
    const { index, prefix, after = [], descending = false, limit } = options;
    const name = `${collection.name} ${index} ${prefix.length} ${after.length} ${descending} ${of}`;
    let page = this.pages.get(name);
    if (!page) {
      const keys = new Columns(collection, collection.key);
      const selected = of === 'keys' ? keys.fields.map(columnOf) : selectedOf(collection);
      const shape = { after: after.length, descending, selected };
      page = {
        rows: this.database.prepare(pageSql(collection, index, prefix.length, shape)).raw(),
        columns: new Columns(collection, indexOrder(collection, index)),
        meant: of === 'keys' ? (row) => keys.read(row) : this.documents.reader(collection),
      };
      this.pages.set(name, page);
    }
    const rows = page.rows.all([...page.columns.bind([...prefix, ...after]), limit]) as unknown[][];
    return rows.map(page.meant);
  }

  merge<Doc extends Row>(collection: Collection<Doc>, options: MergeOptions): Doc[] {
    return this.atOnce(() => this.merging.merge(collection, options));
  }

  distinct(collection: Collection, options: DistinctOptions): IndexValue[] {
    return this.atOnce(() => this.merging.distinct(collection, options));
  }

  /** Counts one slice from behind `after`; `last`: where the next slice begins, undefined at the end. */
  countSlice(
    collection: Collection,
    { index, prefix }: CountOptions,
    after: readonly IndexValue[] = [],
  ): { readonly counted: number; readonly last: readonly IndexValue[] | undefined } {
    const shape = { after: after.length };
    const name = `${collection.name} ${index} ${prefix.length} ${after.length}`;
    let sql = this.counts.get(name);
    if (!sql) {
      fieldBehindPrefix(collection, index, prefix.length);
      sql = {
        last: this.database.prepare(positionSql(collection, index, prefix.length, shape)).raw(),
        rest: this.database.prepare(countSql(collection, index, prefix.length, shape)).pluck(),
        columns: new Columns(collection, indexOrder(collection, index)),
      };
      this.counts.set(name, sql);
    }
    const values = sql.columns.bind([...prefix, ...after]);
    const last = sql.last.get([...values, COUNT_SLICE - 1]) as unknown[] | undefined;
    return last
      ? { counted: COUNT_SLICE, last: sql.columns.read(last, prefix.length) }
      : { counted: sql.rest.get(values) as number, last: undefined };
  }

  tally(collection: Collection, options: TallyOptions): number {
    return this.atOnce(() => this.tallying.tally(collection, options));
  }

  projectedRevision(workspaceId: string): number {
    return (this.complete.get(workspaceId) as number | undefined) ?? -1;
  }

  checkpoint(follower: string): Position | undefined {
    return this.position.get(follower) as Position | undefined;
  }
}

/** The statement of one field by key, from an index that begins with the key. */
export function fieldSql(collection: Collection, index: string): string {
  const conditions = collection.key.map((field) => `${columnOf(field)} = ?`);
  return `SELECT ${columnOf(fieldBehindKey(collection, index))} ${fromIndex(collection, index, conditions)}`;
}
