import type { Collection, IndexValue, Row } from '#kernel';
import type { Database, Statement } from 'better-sqlite3';
import { compareTuples, compareValues, distinctPrefixes, fieldBehindPrefix, indexOrder } from '../index-order.js';
import type { DistinctOptions, MergeOptions } from '../read-model.js';
import { type PageShape, pageSql } from './page-sql.js';
import { columnOf } from './table.js';

/** The position of a row in an index, behind the prefix. */
interface IndexEntry {
  readonly id: number;
  readonly rest: readonly IndexValue[];
}

/** Entries up to which one sort costs less than repeated selection. */
const SORTED_AT_ONCE = 200;

/** Reads over many stretches of one index, on one connection, with cached statements. */
export class Merging {
  private readonly statements = new Map<string, Statement>();

  constructor(private readonly database: Database) {}

  /**
   * Each stretch gives the positions of its lowest rows, none above the lowest ones found so far; only the documents of
   * the lowest rows of all are read.
   */
  merge<Doc extends Row>(collection: Collection<Doc>, options: MergeOptions): Doc[] {
    const { index, prefixes, after = [], to, limit } = options;
    const distinct = distinctPrefixes(collection, index, prefixes);
    const length = distinct[0]?.length ?? 0;
    if (to !== undefined) fieldBehindPrefix(collection, index, length);
    const order = indexOrder(collection, index);
    const selected = ['id', ...order.slice(length).map(columnOf)];
    const shape = { after: after.length, selected };
    const bounded = length < order.length ? this.page(collection, index, length, { ...shape, to: true }) : undefined;
    const free = this.page(collection, index, length, shape);
    let bound = to;
    let found: IndexEntry[] = [];
    for (const prefix of distinct) {
      const rows =
        bound === undefined
          ? free.all([...prefix, ...after, limit])
          : bounded!.all([...prefix, ...after, bound, limit]);
      for (const [id, ...rest] of rows as [number, ...IndexValue[]][]) found.push({ id, rest });
      if (found.length < Math.max(2 * limit, SORTED_AT_ONCE)) continue;
      found = lowest(found, limit);
      bound = found.at(-1)!.rest[0];
    }
    const document = this.kept(`SELECT doc FROM "${collection.name}" WHERE id = ?`).pluck();
    return lowest(found, limit).map(({ id }) => JSON.parse(document.get(id) as string) as Doc);
  }

  /** One seek from each value to the next. */
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

function lowest(entries: IndexEntry[], limit: number): IndexEntry[] {
  return entries.sort((a, b) => compareTuples(a.rest, b.rest)).slice(0, limit);
}
