import type { Collection, IndexValue, TallySpec } from '#kernel';
import type { Database, Statement } from 'better-sqlite3';
import { tallySpec } from '../index-order.js';
import type { TallyOptions } from '../read-model.js';
import { Columns } from './columns.js';
import { columnOf, fromIndex } from './table.js';

/** Name of the table with the counters of a tally. */
export function counters({ name }: Collection, tally: string): string {
  return `"_tally.${name}.${tally}"`;
}

/**
 * The counters that a collection has: where no index has the documents of one step, each number has a counter as well.
 */
export function countersOf({ tallies = [] }: Collection): readonly TallySpec[] {
  return tallies.flatMap((spec) => (hasNumbers(spec) ? [spec, numbersOf(spec)] : [spec]));
}

const hasNumbers = ({ step, index }: TallySpec): boolean => step > 1 && index === undefined;
const numbersOf = (spec: TallySpec): TallySpec => ({ ...spec, name: `${spec.name}.numbers`, step: 1 });

/** The columns of a counter besides its number of documents. */
export function counterColumns({ fields }: TallySpec): readonly string[] {
  return [...fields.slice(0, -1).map(columnOf), 'step'];
}

/**
 * Makes the counters of a collection where they are missing, from the documents that there are. Documents that are
 * dropped are counted by a trigger; those that are written by `TallyWrites`: with a trigger for these, SQLite
 * keeps a journal of each statement, which makes a write half as slow again.
 */
export function makeTallies(database: Database, collection: Collection): void {
  const isThere = database.prepare('SELECT 1 FROM sqlite_schema WHERE name = ?');
  const missing = countersOf(collection).filter(({ name }) => !isThere.get(`_tally.${collection.name}.${name}`));
  if (missing.length === 0) return;
  database.transaction(() => {
    for (const spec of missing) for (const statement of statementsOf(collection, spec)) database.exec(statement);
  })();
}

function statementsOf(collection: Collection, spec: TallySpec): readonly string[] {
  const { name, fields, only, step } = spec;
  const [table, counted, columns] = [`"${collection.name}"`, counters(collection, name), counterColumns(spec)];
  const last = columnOf(fields.at(-1)!);
  const isCounted = (row: string) => `${row}${columnOf(only.field)} IN (${only.values.map(literal).join(', ')})`;
  const values = (row: string) => [...columns.slice(0, -1).map((column) => row + column), `${row}${last} / ${step}`];
  const at = columns.map((column, i) => `${column} = ${values('OLD.')[i]!}`).join(' AND ');
  return [
    `CREATE TABLE ${counted} (${columns.map((column) => `${column} NOT NULL`).join(', ')}, documents INTEGER NOT NULL,
      PRIMARY KEY (${columns.join(', ')})) WITHOUT ROWID`,
    `INSERT INTO ${counted} SELECT ${values('').join(', ')}, count(*) FROM ${table} WHERE ${isCounted('')}
      GROUP BY ${values('').join(', ')}`,
    `CREATE TRIGGER "${collection.name}.${name}.dropped" AFTER DELETE ON ${table} WHEN ${isCounted('OLD.')} BEGIN
      UPDATE ${counted} SET documents = documents - 1 WHERE ${at};
      DELETE FROM ${counted} WHERE ${at} AND documents = 0; END`,
  ];
}

/** A value of a declaration as SQL. */
function literal(value: IndexValue): string {
  return typeof value === 'number' ? String(value) : `'${value.replaceAll("'", "''")}'`;
}

/** Reads tallies on one connection, with cached statements. */
export class Tallying {
  private readonly sums = new Map<string, Statement>();
  private readonly steps = new Map<string, Statement>();

  constructor(private readonly database: Database) {}

  /** Two reads that must be of one transaction. */
  tally(collection: Collection, options: TallyOptions): number {
    const { tally, above } = options;
    const spec = tallySpec(collection, tally, options.prefix.length);
    const prefix = new Columns(collection, spec.fields).bind(options.prefix);
    const step = Math.floor(above / spec.step);
    const whole = this.sum(collection, spec).get([...prefix, step]) as number;
    if (spec.step === 1) return whole;
    const end = (step + 1) * spec.step;
    if (hasNumbers(spec))
      return whole + (this.between(collection, numbersOf(spec)).get([...prefix, above, end]) as number);
    const within = this.within(collection, spec);
    return spec.only.values.reduce<number>(
      (counted, kind) => counted + (within.get([...prefix, kind, above, end]) as number),
      whole,
    );
  }

  /** Sums the counters of the steps above one. */
  private sum(collection: Collection, spec: TallySpec): Statement {
    return this.summing(collection, spec, 'step > ?');
  }

  /** Sums the counters of the steps above one and below another. */
  private between(collection: Collection, spec: TallySpec): Statement {
    return this.summing(collection, spec, 'step > ? AND step < ?');
  }

  private summing(collection: Collection, { name, fields }: TallySpec, steps: string): Statement {
    const key = `${collection.name}.${name} ${steps}`;
    let sum = this.sums.get(key);
    if (!sum) {
      const conditions = fields.slice(0, -1).map((field) => `${columnOf(field)} = ? AND `);
      const sql = `SELECT coalesce(sum(documents), 0) FROM ${counters(collection, name)} WHERE ${conditions.join('')}${steps}`;
      this.sums.set(key, (sum = this.database.prepare(sql).pluck()));
    }
    return sum;
  }

  /** Counts the documents above a bound and below the end of its step, in the index. */
  private within(collection: Collection, { name, fields, only, index }: TallySpec): Statement {
    const key = `${collection.name}.${name}`;
    let within = this.steps.get(key);
    if (!within) {
      const last = columnOf(fields.at(-1)!);
      const equal = [...fields.slice(0, -1), only.field].map((field) => `${columnOf(field)} = ?`);
      const sql = `SELECT count(*) ${fromIndex(collection, index!, [...equal, `${last} > ?`, `${last} < ?`])}`;
      this.steps.set(key, (within = this.database.prepare(sql).pluck()));
    }
    return within;
  }
}
