import type { Statement } from 'better-sqlite3';
import type { Connection } from '#event-store/sqlite';
import type { KeyRecord, WorkspaceRecord } from '../key-records.js';
import { NO_DIGEST, ZEROS } from './workspace-keys.js';

/**
 * Writes the keys of one workspace, as another store has them, into a file of other workspaces. Rows are appended, or
 * overwritten in their place, as everywhere in this file.
 */
export class WorkspaceKeyWrites {
  private workspace = 0;
  /** Numbers of the workspace's keys by their generations in the other store. */
  private readonly numbers = new Map<number, number>();
  private readonly put: Statement<[Buffer, number, string, number, Uint8Array, number]>;
  private readonly shredOthers: Statement<[Uint8Array, number, string, Buffer]>;

  constructor(private readonly db: Connection) {
    this.put = db.prepare(
      `INSERT INTO personal_keys (id, workspace, subject, wrapped_by, wrapped, shredded) VALUES (?, ?, ?, ?, ?, ?)
         ON CONFLICT (id) DO UPDATE SET
           wrapped_by = excluded.wrapped_by, wrapped = excluded.wrapped, shredded = excluded.shredded`,
    );
    this.shredOthers = db.prepare(
      `UPDATE personal_keys SET wrapped = ?, shredded = 1
        WHERE workspace = ? AND subject = ? AND shredded = 0 AND id <> ?`,
    );
  }

  putWorkspace({ workspaceId, isShredded, keys }: WorkspaceRecord): void {
    const { db } = this;
    db.prepare(
      `INSERT INTO workspaces (workspace_id, shredded) VALUES (?, ?)
         ON CONFLICT (workspace_id) DO UPDATE SET shredded = excluded.shredded`,
    ).run(workspaceId, Number(isShredded));
    const find = db.prepare<[string], number>('SELECT workspace FROM workspaces WHERE workspace_id = ?').pluck();
    this.workspace = find.get(workspaceId)!;
    const known = db
      .prepare<[number], { readonly number: number; readonly wrapped: Buffer }>(
        'SELECT number, wrapped FROM workspace_keys WHERE workspace = ? AND destroyed = 0',
      )
      .all(this.workspace);
    const insert = db.prepare('INSERT INTO workspace_keys (workspace, digest, wrapped, destroyed) VALUES (?, ?, ?, 0)');
    for (const { generation, digest, wrapped } of keys) {
      const number = known.find((each) => each.wrapped.equals(wrapped))?.number;
      this.numbers.set(generation, number ?? Number(insert.run(this.workspace, digest, wrapped).lastInsertRowid));
    }
    const present = new Set(this.numbers.values());
    const destroy = db.prepare('UPDATE workspace_keys SET wrapped = ?, destroyed = 1 WHERE number = ?');
    for (const { number } of known) if (!present.has(number)) destroy.run(ZEROS, number);
    // Shredded keys name a key of the workspace as well.
    if (keys.length === 0) this.numbers.set(0, this.destroyedKey());
  }

  private destroyedKey(): number {
    const { db, workspace } = this;
    const find = db.prepare<[number], number>('SELECT max(number) FROM workspace_keys WHERE workspace = ?').pluck();
    const add = db.prepare('INSERT INTO workspace_keys (workspace, digest, wrapped, destroyed) VALUES (?, ?, ?, 1)');
    return find.get(workspace) ?? Number(add.run(workspace, NO_DIGEST, ZEROS).lastInsertRowid);
  }

  /** @param records those of one subject in the order in which they were made: one of its keys is present at a time */
  putKeys(records: readonly KeyRecord[]): void {
    const newest = Math.max(0, ...this.numbers.values());
    for (const { id, subject, present } of records) {
      const number = present ? this.numbers.get(present.generation)! : newest;
      const wrapped = present?.wrapped ?? ZEROS;
      // A key that was read as present may have been exchanged while the next ones were read.
      if (present) this.shredOthers.run(ZEROS, this.workspace, subject, Buffer.from(id, 'hex'));
      this.put.run(Buffer.from(id, 'hex'), this.workspace, subject, number, wrapped, Number(!present));
    }
    if (records.some(({ present }) => !present)) this.db.exec('UPDATE shreddings SET count = count + 1');
  }
}
