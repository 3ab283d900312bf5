import { resolve } from 'node:path';
import { type Connection, sqliteCode, truncateWal } from '#event-store/sqlite';
import { messageOf } from '#kernel';
import {
  copied,
  type KeyCopy,
  type KeyRecords,
  keysOfAnotherLog,
  ofWorkspace,
  refuseRewrapped,
  type StoreRecord,
  TakenKeys,
  type WorkspaceRecord,
  workspacesOf,
} from '../key-records.js';
import { PersonalKeysUnavailableError } from '../personal-keys.js';
import { openForWriting } from './keys-file.js';
import { storeIn } from './key-records.js';
import { WorkspaceKeyWrites } from './workspace-key-writes.js';
import { NO_DIGEST, ZEROS } from './workspace-keys.js';

/** The keys of a workspace in the file. */
interface CopiedWorkspace {
  readonly workspace: number;
  /** Numbers of its keys by their generations in what is copied. */
  readonly numbers: ReadonlyMap<number, number>;
  /** Of its newest key, or of one that was destroyed: shredded keys name it as well. */
  readonly newest: number;
}

/** A file of keys that becomes a copy of a store: one transaction replaces all of its rows. */
export class SqliteKeyCopy implements KeyCopy {
  private readonly taken = new TakenKeys();

  private constructor(
    private readonly db: Connection,
    private readonly file: string,
  ) {}

  /** Opens the file, or creates it. @throws PersonalKeysOpenError */
  static open(file: string): SqliteKeyCopy {
    return new SqliteKeyCopy(openForWriting(file), resolve(file));
  }

  /** @see KeyCopy.store */
  async store(): Promise<StoreRecord | undefined> {
    return storeIn(this.db);
  }

  /** @see KeyCopy.take */
  async take(records: KeyRecords, signal: AbortSignal): Promise<number> {
    const store = await records.store();
    if (!store) return 0;
    this.refuseOthers(store);
    return this.inTransaction(() => this.replace(store, records, signal));
  }

  /** @see KeyCopy.takeWorkspace */
  async takeWorkspace(records: KeyRecords, workspaceId: string, signal: AbortSignal): Promise<number> {
    const own = ofWorkspace(records, workspaceId);
    const writes = new WorkspaceKeyWrites(this.db);
    await this.inTransaction(async () => {
      const workspaces = await workspacesOf(own);
      for (const workspace of workspaces.values()) writes.putWorkspace(workspace);
      for await (const page of own.keys()) {
        signal.throwIfAborted();
        const changed = this.taken.changed(copied(page, workspaces));
        writes.putKeys(changed);
        this.taken.took(changed);
      }
      await refuseRewrapped(workspaces, own);
    });
    return this.taken.size;
  }

  private async inTransaction<Result>(work: () => Promise<Result>): Promise<Result> {
    try {
      this.db.exec('BEGIN IMMEDIATE');
      const result = await work();
      this.db.exec('COMMIT');
      // What was shredded since the last copy is gone from the WAL as well.
      truncateWal(this.db);
      return result;
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
    if (!isEmpty && storeIn(this.db).id !== id) throw keysOfAnotherLog(this.file);
  }

  private async replace(store: StoreRecord, records: KeyRecords, signal: AbortSignal): Promise<number> {
    const { db } = this;
    for (const table of ['personal_keys', 'workspace_keys', 'workspaces']) db.exec(`DELETE FROM ${table}`);
    db.prepare('UPDATE store SET id = ?, loss_accepted = ?').run(store.id, Number(store.isLossAccepted));
    db.prepare('UPDATE shreddings SET count = ?').run(store.shreddings);
    const workspaces = await workspacesOf(records);
    const there = new Map([...workspaces].map(([id, workspace]) => [id, this.addWorkspace(workspace)]));
    const insert = db.prepare<[Buffer, number, string, number, Uint8Array, number]>(
      'INSERT INTO personal_keys (id, workspace, subject, wrapped_by, wrapped, shredded) VALUES (?, ?, ?, ?, ?, ?)',
    );
    let keys = 0;
    for await (const page of records.keys()) {
      signal.throwIfAborted();
      for (const { id, workspaceId, subject, present } of copied(page, workspaces)) {
        const { workspace, newest, numbers } = there.get(workspaceId)!;
        const number = present ? numbers.get(present.generation)! : newest;
        insert.run(Buffer.from(id, 'hex'), workspace, subject, number, present?.wrapped ?? ZEROS, Number(!present));
        keys += 1;
      }
    }
    await refuseRewrapped(workspaces, records);
    return keys;
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
    return { workspace, numbers, newest: [...numbers.values()].at(-1) ?? numberOf(NO_DIGEST, ZEROS, true) };
  }
}
