import type { DocumentKey, Row } from '#kernel';
import type { Database, Statement } from 'better-sqlite3';
import type { GuardedWrite, RowWrite } from '../read-model.js';
import type { Table } from './table.js';
import type { TallyWrites } from './tally-writes.js';

/** Writes the rows of one table. */
export class TableWrites {
  private readonly guarded: Statement;
  private readonly inserted: Statement;
  private readonly blind: Statement;
  /** By the set of indexed fields that change, a bit each. */
  private readonly updates = new Map<number, Statement>();
  /** The bits of fields that may have other values in the table than the follower has seen. */
  private readonly amended: number;
  private tallies: TallyWrites | undefined;

  /**
   * @param textOf documents of this table as texts
   * @param cachedFields fields that are amended beside the log (`Projection.cachedFields`)
   */
  constructor(
    private readonly database: Database,
    private readonly table: Table,
    private readonly textOf: (document: Row) => string,
    cachedFields: readonly string[],
  ) {
    this.guarded = database.prepare(table.guarded);
    this.inserted = database.prepare(table.inserted);
    this.blind = database.prepare(table.blind);
    this.amended = table.indexed.reduce((bits, field, i) => (cachedFields.includes(field) ? bits | (1 << i) : bits), 0);
  }

  /** From now on the counters of this table follow its writes. Without it a table that is loaded is not counted. */
  tally(tallies: TallyWrites | undefined): void {
    this.tallies = tallies;
  }

  /** Writes a row whatever is stored. */
  putRow({ key, document }: RowWrite): void {
    const stored = this.tallies?.storedAt(key);
    this.blind.run(this.table.values(key, document, this.textOf));
    this.tallies?.written(key, stored, document);
  }

  /** Replaces a row of a lower revision. */
  replace(write: GuardedWrite): void {
    const { key, document, isNew } = write;
    if (!this.tallies) return void this.replaced(write);
    // What is stored need not be read for a document that is new, as most members of an import are.
    if (isNew && this.inserted.run(this.table.values(key, document, this.textOf)).changes > 0) {
      return this.tallies.written(key, undefined, document);
    }
    const stored = this.tallies.storedAt(key);
    if (this.replaced(write)) this.tallies.written(key, stored, document);
  }

  private replaced({ key, document, before }: GuardedWrite): boolean {
    if (before && before.revision < document.revision && this.update(key, document, before)) return true;
    return this.guarded.run(this.table.values(key, document, this.textOf)).changes > 0;
  }

  /**
   * Sets the changed fields: SQLite rewrites the entry of every index that contains an assigned column, whether its
   * value changes or not.
   * @returns false where the stored row is not `before`
   */
  private update(key: DocumentKey, document: Row, before: Row): boolean {
    const { indexed } = this.table;
    const [now, then] = [document, before] as unknown as readonly [Record<string, unknown>, Record<string, unknown>];
    const values: unknown[] = [];
    let changed = 0;
    for (let i = 0; i < indexed.length; i += 1) {
      const field = indexed[i]!;
      const bit = 1 << i;
      if (now[field] === then[field] && (this.amended & bit) === 0) continue;
      changed |= bit;
      values.push(this.table.bound(field, now[field]));
    }
    values.push(...this.table.tail(document, this.textOf), ...this.table.key(key), before.revision);
    return this.statement(changed).run(values).changes > 0;
  }

  private statement(changed: number): Statement {
    let update = this.updates.get(changed);
    if (!update) {
      const fields = this.table.indexed.filter((_field, i) => (changed & (1 << i)) !== 0);
      update = this.database.prepare(this.table.update(fields));
      this.updates.set(changed, update);
    }
    return update;
  }
}
