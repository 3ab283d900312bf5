import { resolve } from 'node:path';
import { type Connection, sqliteCode, truncateWal } from '#event-store/sqlite';
import { messageOf } from '#kernel';
import {
  beingRewrapped,
  type KeyCopy,
  type KeyRecords,
  type StoreRecord,
  type WorkspaceRecord,
} from '../key-records.js';
import { otherKeys, PersonalKeysUnavailableError } from '../personal-keys.js';
import { openForWriting } from './keys-file.js';
import { storeIn } from './key-records.js';
import { ZEROS } from './workspace-keys.js';

/** What stands in place of the digest of a key that was destroyed with its workspace. */
const NO_DIGEST = Buffer.alloc(8);

/** The keys of a workspace in the file: the numbers of its keys by their generations in what is copied. */
interface CopiedWorkspace {
  readonly workspace: number;
  readonly isShredded: boolean;
  readonly numbers: ReadonlyMap<number, number>;
  /** Of the newest key, or of one that was destroyed: shredded keys name it as well. */
  readonly newest: number;
}

/** A file of keys that becomes a copy of a store: all of its rows are replaced by one transaction. */
export class SqliteKeyCopy implements KeyCopy {
  private constructor(
    private readonly db: Connection,
    private readonly file: string,
  ) {}

  /** Opens the file, or creates it. @throws PersonalKeysOpenError */
  static open(file: string): SqliteKeyCopy {
    return new SqliteKeyCopy(openForWriting(file), resolve(file));
  }

  /** @see KeyCopy.take */
  async take(records: KeyRecords): Promise<number> {
    const store = await records.store();
    if (!store) return 0;
    this.refuseOthers(store);
    try {
      this.db.exec('BEGIN IMMEDIATE');
      const subjects = await this.replace(store, records);
      this.db.exec('COMMIT');
      // What was shredded since the last copy is gone from the WAL as well.
      truncateWal(this.db);
      return subjects;
    } catch (error) {
      if (this.db.inTransaction) this.db.exec('ROLLBACK');
      if (sqliteCode(error) === undefined) throw error;
      throw new PersonalKeysUnavailableError(`${this.file} cannot be written: ${messageOf(error)}.`);
    }
  }

  async close(): Promise<void> {
    this.db.close();
  }

  private refuseOthers({ id }: StoreRecord): void {
    const isEmpty = this.db.prepare('SELECT 1 FROM workspaces LIMIT 1').get() === undefined;
    if (!isEmpty && storeIn(this.db).id !== id) throw otherKeys(this.file);
  }

  private async replace(store: StoreRecord, records: KeyRecords): Promise<number> {
    const { db } = this;
    for (const table of ['personal_keys', 'workspace_keys', 'workspaces']) db.exec(`DELETE FROM ${table}`);
    db.prepare('UPDATE store SET id = ?, loss_accepted = ?').run(store.id, Number(store.isLossAccepted));
    db.prepare('UPDATE shreddings SET count = ?').run(store.shreddings);
    const workspaces = new Map<string, CopiedWorkspace>();
    for await (const each of records.workspaces()) workspaces.set(each.workspaceId, this.addWorkspace(each));
    const insert = db.prepare<[Buffer, number, string, number, Uint8Array, number]>(
      'INSERT INTO personal_keys (id, workspace, subject, wrapped_by, wrapped, shredded) VALUES (?, ?, ?, ?, ?, ?)',
    );
    let subjects = 0;
    for await (const { workspaceId, subject, ids, present } of records.subjects()) {
      const found = workspaces.get(workspaceId);
      // Made since the workspaces were read.
      if (!found) continue;
      const { workspace, isShredded, newest, numbers } = found;
      for (const id of ids) {
        const key = present?.id === id && !isShredded ? present : undefined;
        const number = key ? numbers.get(key.generation) : newest;
        if (number === undefined) throw beingRewrapped(workspaceId);
        insert.run(Buffer.from(id, 'hex'), workspace, subject, number, key?.wrapped ?? ZEROS, Number(!key));
      }
      subjects += 1;
    }
    return subjects;
  }

  private addWorkspace({ workspaceId, isShredded, keys }: WorkspaceRecord): CopiedWorkspace {
    const { db } = this;
    const added = db.prepare('INSERT INTO workspaces (workspace_id, shredded) VALUES (?, ?)');
    const workspace = Number(added.run(workspaceId, Number(isShredded)).lastInsertRowid);
    const insert = db.prepare('INSERT INTO workspace_keys (workspace, digest, wrapped, destroyed) VALUES (?, ?, ?, ?)');
    const numberOf = (digest: Uint8Array, wrapped: Uint8Array, isDestroyed: boolean): number =>
      Number(insert.run(workspace, digest, wrapped, Number(isDestroyed)).lastInsertRowid);
    const numbers = new Map(
      keys.map(({ generation, digest, wrapped }) => [generation, numberOf(digest, wrapped, false)]),
    );
    const newest = [...numbers.values()].at(-1) ?? numberOf(NO_DIGEST, ZEROS, true);
    return { workspace, isShredded, numbers, newest };
  }
}
