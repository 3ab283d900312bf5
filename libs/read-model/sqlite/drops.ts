import type { Collection, IndexValue } from '#kernel';
import type { Database, Statement } from 'better-sqlite3';
import { indexOrder } from '../index-order.js';
import { columnOf, fromIndex, tableOf } from './table.js';

/** Deletes rows, with cached statements. Each method returns the number of rows deleted. */
export class Drops {
  private readonly statements = new Map<string, Statement>();

  constructor(private readonly database: Database) {}

  below(
    collection: Collection,
    options: { readonly index: string; readonly prefix: readonly IndexValue[]; before: IndexValue; limit: number },
  ): number {
    const { index, prefix, before, limit } = options;
    const statement = this.cached(`${collection.name} ${index} ${prefix.length}`, () =>
      belowSql(collection, index, prefix.length),
    );
    return statement.run([...prefix, before, limit]).changes;
  }

  ofWorkspace(collection: Collection, workspaceId: string, limit: number): number {
    return this.cached(collection.name, () => workspaceSql(collection)).run(workspaceId, limit).changes;
  }

  private cached(name: string, sql: () => string): Statement {
    let statement = this.statements.get(name);
    if (!statement) this.statements.set(name, (statement = this.database.prepare(sql())));
    return statement;
  }
}

function belowSql(collection: Collection, index: string, prefix: number): string {
  const columns = indexOrder(collection, index)
    .slice(0, prefix + 1)
    .map(columnOf);
  const conditions = columns.map((column, i) => `${column} ${i < prefix ? '=' : '<'} ?`);
  const lowest = `SELECT id ${fromIndex(collection, index, conditions)} ORDER BY ${columns.at(-1)!} LIMIT ?`;
  return `DELETE FROM "${collection.name}" WHERE id IN (${lowest})`;
}

function workspaceSql(collection: Collection): string {
  const { name } = tableOf(collection);
  return `DELETE FROM ${name} WHERE id IN (SELECT id FROM ${name} WHERE ${columnOf(collection.key[0]!)} = ? LIMIT ?)`;
}
