import type { Collection, IndexValue, Row } from '#kernel';
import type { Database, Statement } from 'better-sqlite3';
import { compareTuples, compareValues, distinctPrefixes, fieldBehindPrefix, indexOrder } from '../index-order.js';
import type { DistinctOptions, MergeOptions } from '../read-model.js';
import { type PageShape, pageSql } from './page-sql.js';
import { columnOf } from './table.js';

/** Reads over many stretches of one index, on one connection, with their statements kept. */
export class Merging {
  private readonly statements = new Map<string, Statement>();

  constructor(private readonly database: Database) {}

  /** Each stretch gives the places of its lowest rows; documents are read of the rows that are left of all. */
  merge<Doc extends Row>(collection: Collection<Doc>, options: MergeOptions): Doc[] {
    const { index, prefixes, after = [], to, limit } = options;
    const distinct = distinctPrefixes(collection, index, prefixes);
    const length = distinct[0]?.length ?? 0;
    const rest = indexOrder(collection, index).slice(length).map(columnOf);
    if (to !== undefined) fieldBehindPrefix(collection, index, length);
    const shape = { after: after.length, to: to !== undefined, selected: ['id', ...rest] };
    const places = this.page(collection, index, length, shape);
    const bounds = [...after, ...(to === undefined ? [] : [to]), limit];
    const found: { readonly id: number; readonly rest: readonly IndexValue[] }[] = [];
    for (const prefix of distinct) {
      const rows = places.all([...prefix, ...bounds]) as [number, ...IndexValue[]][];
      for (const [id, ...values] of rows) found.push({ id, rest: values });
    }
    found.sort((a, b) => compareTuples(a.rest, b.rest));
    const document = this.kept(`SELECT doc FROM "${collection.name}" WHERE id = ?`).pluck();
    return found.slice(0, limit).map(({ id }) => JSON.parse(document.get(id) as string) as Doc);
  }

  /** A seek from each value to the next one. */
  distinct(collection: Collection, options: DistinctOptions): IndexValue[] {
    const { index, prefix, to, limit } = options;
    const column = columnOf(fieldBehindPrefix(collection, index, prefix.length));
    const found: IndexValue[] = [];
    while (found.length < limit) {
      const after = found.slice(-1);
      const next = this.page(collection, index, prefix.length, { after: after.length, selected: [column] });
      const row = next.get([...prefix, ...after, 1]) as [IndexValue] | undefined;
      if (!row || (to !== undefined && compareValues(row[0], to) > 0)) break;
      found.push(row[0]);
    }
    return found;
  }

  private page(collection: Collection, index: string, prefix: number, shape: PageShape): Statement {
    return this.kept(pageSql(collection, index, prefix, shape)).raw();
  }

  private kept(sql: string): Statement {
    let statement = this.statements.get(sql);
    if (!statement) this.statements.set(sql, (statement = this.database.prepare(sql)));
    return statement;
  }
}
