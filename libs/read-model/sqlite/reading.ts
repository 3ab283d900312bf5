import type { Collection, DocumentKey, IndexValue, Position, Row } from '#kernel';
import type { Database, Statement } from 'better-sqlite3';
import { fieldBehindKey, fieldBehindPrefix } from '../index-order.js';
import type { CountOptions, DistinctOptions, MergeOptions, PageOptions, TallyOptions } from '../read-model.js';
import { Merging } from './merging.js';
import { countSql, pageSql, positionSql } from './page-sql.js';
import { columnOf, fromIndex, tableOf } from './table.js';
import { Tallying } from './tallies.js';

/** Entries of an index that are counted in one slice: about a millisecond. */
const COUNT_SLICE = 10_000;

/** The bounded reads, on one connection, with cached statements. */
export class Reading {
  private readonly gets = new Map<string, Statement>();
  private readonly pages = new Map<string, Statement>();
  private readonly counts = new Map<string, { readonly last: Statement; readonly rest: Statement }>();
  private readonly fields = new Map<string, Statement>();
  private readonly merging: Merging;
  private readonly tallying: Tallying;
  private readonly complete: Statement;
  private readonly position: Statement;
  private readonly begin: Statement;
  private readonly end: Statement;

  constructor(private readonly database: Database) {
    this.merging = new Merging(database);
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
    if (!field) this.fields.set(shape, (field = this.database.prepare(fieldSql(collection, index)).pluck()));
    const statement = field;
    return this.atOnce(() => keys.map((key) => statement.get(key) as IndexValue | undefined));
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
    if (!get) this.gets.set(collection.name, (get = this.database.prepare(tableOf(collection).get).pluck()));
    const found = new Array<Doc | undefined>(keys.length);
    for (let i = 0; i < keys.length; i += 1) {
      const text = get.get(keys[i]) as string | undefined;
      found[i] = text === undefined ? undefined : (JSON.parse(text) as Doc);
    }
    return found;
  }

  page<Doc extends Row>(collection: Collection<Doc>, options: PageOptions): Doc[] {
    const { index, prefix, after = [], descending = false, limit } = options;
    const shape = `${collection.name} ${index} ${prefix.length} ${after.length} ${descending}`;
    let page = this.pages.get(shape);
    if (!page) {
      const sql = pageSql(collection, index, prefix.length, { after: after.length, descending });
      this.pages.set(shape, (page = this.database.prepare(sql).pluck()));
    }
    const texts = page.all([...prefix, ...after, limit]) as string[];
    return texts.map((text) => JSON.parse(text) as Doc);
  }

  pageKeys(collection: Collection, options: PageOptions): DocumentKey[] {
    const { index, prefix, after = [], descending = false, limit } = options;
    const shape = `${collection.name} ${index} ${prefix.length} ${after.length} ${descending} keys`;
    let page = this.pages.get(shape);
    if (!page) {
      const selected = collection.key.map(columnOf);
      const sql = pageSql(collection, index, prefix.length, { after: after.length, descending, selected });
      this.pages.set(shape, (page = this.database.prepare(sql).raw()));
    }
    return page.all([...prefix, ...after, limit]) as string[][];
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
      };
      this.counts.set(name, sql);
    }
    const values = [...prefix, ...after];
    const last = sql.last.get([...values, COUNT_SLICE - 1]) as IndexValue[] | undefined;
    return { counted: last ? COUNT_SLICE : (sql.rest.get(values) as number), last };
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
