import type { Collection, DocumentKey, IndexValue, Row, TallySpec } from '#kernel';
import type { Database, Statement } from 'better-sqlite3';
import { Columns } from './columns.js';
import { bound, columnOf } from './table.js';
import { counterColumns, counters, countersOf, makeTallies } from './tallies.js';

/** The tallied fields of a document. */
type Tallied = Readonly<Record<string, IndexValue>>;

/** A counter that a transaction changes. */
interface Change {
  readonly values: readonly unknown[];
  delta: number;
}

/** The counters of one tally. */
interface Counters {
  readonly spec: TallySpec;
  readonly columns: Columns;
  readonly add: Statement;
  readonly tidy: Statement;
  readonly changes: Map<string, Change>;
}

/** Counts what one table's writes change, and writes it at the end of the transaction. */
export class TallyWrites {
  private readonly all: readonly Counters[];
  private readonly stored: Statement;
  private readonly keyColumns: Columns;
  private readonly tallied: Columns;

  /** @param collection one with tallies, whose counters are made */
  constructor(
    database: Database,
    private readonly collection: Collection,
  ) {
    this.all = countersOf(collection).map((spec) => {
      const [table, columns] = [counters(collection, spec.name), counterColumns(spec)];
      const places = [...columns, ''].map(() => '?').join(', ');
      const at = columns.map((column) => `${column} = ?`).join(' AND ');
      return {
        spec,
        columns: new Columns(collection, spec.fields),
        add: database.prepare(`INSERT INTO ${table} VALUES (${places})
          ON CONFLICT (${columns.join(', ')}) DO UPDATE SET documents = documents + excluded.documents`),
        tidy: database.prepare(`DELETE FROM ${table} WHERE ${at} AND documents = 0`),
        changes: new Map<string, Change>(),
      };
    });
    this.keyColumns = new Columns(collection, collection.key);
    const fields = [...new Set(this.all.flatMap(({ spec: { fields: of, only } }) => [...of, only.field]))];
    this.tallied = new Columns(collection, fields);
    const selected = fields.map(columnOf);
    const byKey = collection.key.map((field) => `${columnOf(field)} = ?`).join(' AND ');
    this.stored = database.prepare(`SELECT ${selected.join(', ')} FROM "${collection.name}" WHERE ${byKey}`).raw();
  }

  /** The tallied fields as they are stored now; undefined: there is no such document. */
  storedAt(key: DocumentKey): Tallied | undefined {
    const found = this.stored.get(this.keyColumns.bind(key)) as unknown[] | undefined;
    return found && this.tallied.readNamed(found);
  }

  /** A document was written. @param before as it was stored */
  written(key: DocumentKey, before: Tallied | undefined, document: Row): void {
    const now = document as unknown as Tallied;
    for (const each of this.all) {
      if (before) this.count(each, key, before, -1);
      this.count(each, key, now, 1);
    }
  }

  /** Writes what was counted. */
  flush(): void {
    for (const { add, tidy, changes, columns } of this.all) {
      for (const { values, delta } of changes.values()) {
        if (delta === 0) continue;
        const at = columns.bind(values);
        add.run([...at, delta]);
        if (delta < 0) tidy.run(at);
      }
    }
    this.forget();
  }

  /** The transaction has come to nothing. */
  forget(): void {
    for (const { changes } of this.all) changes.clear();
  }

  private count({ spec, changes }: Counters, key: DocumentKey, document: Tallied, by: 1 | -1): void {
    const { fields, only, step } = spec;
    if (!only.values.includes(document[only.field]!)) return;
    const prefix = fields.slice(0, -1).map((field) => {
      const at = this.collection.key.indexOf(field);
      return at < 0 ? document[field] : key[at];
    });
    const number = document[fields.at(-1)!] as number;
    // Where the trigger divides integers, it leaves out the rest.
    const values = [...prefix, bound(Math.trunc(number / step))];
    const name = values.join('|');
    const change = changes.get(name);
    if (change) change.delta += by;
    else changes.set(name, { values, delta: by });
  }
}

/** The counters of all tables of a file. */
export class Tallies {
  private readonly tables = new Map<string, TallyWrites>();

  constructor(private readonly database: Database) {}

  /** Of a table, whose counters are made where they are missing; undefined: it declares none. */
  of(collection: Collection): TallyWrites | undefined {
    if (!collection.tallies) return undefined;
    makeTallies(this.database, collection);
    const found = this.tables.get(collection.name) ?? new TallyWrites(this.database, collection);
    this.tables.set(collection.name, found);
    return found;
  }

  /** Runs the writes of one transaction, and writes what they have changed in the counters. */
  counting<Result>(write: () => Result): Result {
    try {
      const result = write();
      for (const tallies of this.tables.values()) tallies.flush();
      return result;
    } catch (error) {
      for (const tallies of this.tables.values()) tallies.forget();
      throw error;
    }
  }
}
