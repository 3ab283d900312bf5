import type { Collection, IndexValue, Row } from '#kernel';
import type { Database, Statement } from 'better-sqlite3';
import { compareTuples, compareValues, distinctPrefixes, fieldBehindPrefix, indexOrder } from '../index-order.js';
import type { DistinctOptions, MergeOptions } from '../read-model.js';
import { type PageShape, pageSql } from './page-sql.js';
import { Columns } from './columns.js';
import type { Documents } from './documents.js';
import { columnOf, identityOf, selectedOf } from './table.js';

/** The position of a row in an index, behind the prefix. */
interface IndexEntry {
  /** As the columns of `identityOf` hold it. */
  readonly id: readonly unknown[];
  readonly rest: readonly IndexValue[];
}

/** How stretches of one index are read. */
interface Stretches {
  readonly columns: Columns;
  /** Columns at the beginning of a row that name it. */
  readonly identity: number;
  /** Without an upper bound, and with one; undefined: nothing is behind the prefixes. */
  readonly free: Statement;
  readonly bounded: Statement | undefined;
  /** The columns of a document by its identity. */
  readonly row: Statement;
  readonly documentOf: (row: readonly unknown[]) => Row;
}

/** Entries up to which one sort costs less than repeated selection. */
const SORTED_AT_ONCE = 200;

/** Reads over many stretches of one index, on one connection, with cached statements. */
export class Merging {
  private readonly statements = new Map<string, Statement>();
  private readonly merges = new Map<string, Stretches>();

  constructor(
    private readonly database: Database,
    private readonly documents: Documents,
  ) {}

  /**
   * Each stretch gives the positions of its lowest rows, none above the lowest ones found so far; only the documents of
   * the lowest rows of all are read.
   */
  merge<Doc extends Row>(collection: Collection<Doc>, options: MergeOptions): Doc[] {
    const { index, prefixes, after = [], to, limit } = options;
    const distinct = distinctPrefixes(collection, index, prefixes);
    const length = distinct[0]?.length ?? 0;
    if (to !== undefined) fieldBehindPrefix(collection, index, length);
    const { columns, identity, free, bounded, row, documentOf } = this.stretches(
      collection,
      index,
      length,
      after.length,
    );
    let bound = to;
    let found: IndexEntry[] = [];
    for (const prefix of distinct) {
      const from = columns.bind([...prefix, ...after]);
      const rows =
        bound === undefined
          ? free.all([...from, limit])
          : bounded!.all([...from, ...columns.bind([bound], length), limit]);
      for (const entry of rows as unknown[][])
        found.push({ id: entry.slice(0, identity), rest: columns.read(entry.slice(identity), length) });
      if (found.length < Math.max(2 * limit, SORTED_AT_ONCE)) continue;
      found = lowest(found, limit);
      bound = found.at(-1)!.rest[0];
    }
    return lowest(found, limit).map(({ id }) => documentOf(row.get(id) as unknown[]) as Doc);
  }

  /** The statements of stretches behind prefixes of `length` values. */
  private stretches(collection: Collection, index: string, length: number, after: number): Stretches {
    const name = `${collection.name} ${index} ${length} ${after}`;
    const known = this.merges.get(name);
    if (known) return known;
    const order = indexOrder(collection, index);
    const identity = identityOf(collection);
    const shape = { after, selected: [...identity, ...order.slice(length).map(columnOf)] };
    const isIt = identity.map((column) => `${column} = ?`).join(' AND ');
    const made = {
      columns: new Columns(collection, order),
      identity: identity.length,
      free: this.page(collection, index, length, shape),
      bounded: length < order.length ? this.page(collection, index, length, { ...shape, to: true }) : undefined,
      row: this.kept(`SELECT ${selectedOf(collection).join(', ')} FROM "${collection.name}" WHERE ${isIt}`).raw(),
      documentOf: this.documents.reader<Row>(collection),
    };
    this.merges.set(name, made);
    return made;
  }

  /** One seek from each value to the next. */
  distinct(collection: Collection, options: DistinctOptions): IndexValue[] {
    const { index, prefix, to, limit } = options;
    const column = columnOf(fieldBehindPrefix(collection, index, prefix.length));
    const columns = new Columns(collection, indexOrder(collection, index));
    const found: IndexValue[] = [];
    while (found.length < limit) {
      const after = found.slice(-1);
      const next = this.page(collection, index, prefix.length, { after: after.length, selected: [column] });
      const row = next.get([...columns.bind([...prefix, ...after]), 1]) as unknown[] | undefined;
      const [value] = row ? columns.read(row, prefix.length) : [];
      if (value === undefined || (to !== undefined && compareValues(value, to) > 0)) break;
      found.push(value);
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
