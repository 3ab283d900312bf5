import type { DocumentKey, Row } from '#kernel';
import type { Database, Statement } from 'better-sqlite3';
import type { GuardedWrite, RowWrite } from '../read-model.js';
import { bound, type Table } from './table.js';

/** Writes the rows of one table. */
export class TableWrites {
  private readonly guarded: Statement;
  private readonly blind: Statement;
  /** By the set of indexed fields that change, a bit each. */
  private readonly updates = new Map<number, Statement>();
  /** The bits of fields that may have other values in the table than the follower has seen. */
  private readonly amended: number;

  /** @param cachedFields fields that are amended beside the log (`Projection.cachedFields`) */
  constructor(
    private readonly database: Database,
    private readonly table: Table,
    cachedFields: readonly string[],
  ) {
    this.guarded = database.prepare(table.guarded);
    this.blind = database.prepare(table.blind);
    this.amended = table.indexed.reduce((bits, field, i) => (cachedFields.includes(field) ? bits | (1 << i) : bits), 0);
  }

  /** Writes a row whatever is stored. */
  putRow({ key, document }: RowWrite): void {
    this.blind.run(this.table.values(key, document));
  }

  /** Replaces a row of a lower revision. */
  replace({ key, document, before }: GuardedWrite): void {
    if (before && before.revision < document.revision && this.update(key, document, before)) return;
    this.guarded.run(this.table.values(key, document));
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
      values.push(bound(now[field]));
    }
    values.push(document.revision, JSON.stringify(document), ...key, before.revision);
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
