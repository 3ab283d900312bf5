import type { Collection, IndexValue } from '#kernel';
import type { Database, Statement } from 'better-sqlite3';
import { indexOrder } from '../index-order.js';
import { Columns } from './columns.js';
import { columnOf, fromIndex, identityOf } from './table.js';

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
    const columns = new Columns(collection, indexOrder(collection, index));
    return statement.run([...columns.bind([...prefix, before]), limit]).changes;
  }

  ofWorkspace(collection: Collection, workspaceId: string, limit: number): number {
    const workspace = new Columns(collection, collection.key).bind([workspaceId]);
    return this.cached(collection.name, () => workspaceSql(collection)).run([...workspace, limit]).changes;
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
  const lowest = `${fromIndex(collection, index, conditions)} ORDER BY ${columns.at(-1)!}`;
  return deleteSql(collection, lowest);
}

function workspaceSql(collection: Collection): string {
  return deleteSql(collection, `FROM "${collection.name}" WHERE ${columnOf(collection.key[0]!)} = ?`);
}

/** The statement that deletes some of the rows of a source. */
function deleteSql(collection: Collection, source: string): string {
  const identity = identityOf(collection).join(', ');
  return `DELETE FROM "${collection.name}" WHERE (${identity}) IN (SELECT ${identity} ${source} LIMIT ?)`;
}
