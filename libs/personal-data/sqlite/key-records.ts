import { existsSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import type { Connection } from '#event-store/sqlite';
import type { KeyRecord, KeyRecords, StoreRecord, WorkspaceRecord } from '../key-records.js';
import { openForReading } from './keys-file.js';

/** Numbers of keys of one read: a millisecond or two. */
const PAGE = 500;

interface WorkspaceRow {
  readonly workspace: number;
  readonly workspace_id: string;
  readonly shredded: number;
}

interface WorkspaceKeyRow {
  readonly workspace: number;
  readonly generation: number;
  readonly digest: Buffer;
  readonly wrapped: Buffer;
}

interface KeyRow {
  readonly number: number;
  readonly id: string;
  readonly workspace_id: string;
  readonly subject: string;
  readonly wrapped_by: number;
  readonly wrapped: Buffer;
  readonly shredded: number;
}

/**
 * The records of a store's file. No read transaction stands between two pages: while one stands, what the service
 * shreds stays in its WAL.
 */
export class SqliteKeyRecords implements KeyRecords {
  private constructor(private readonly db: Connection | undefined) {}

  /** @throws PersonalKeysOpenError the file is foreign, corrupt or of a newer version */
  static of(file: string): SqliteKeyRecords {
    return new SqliteKeyRecords(existsSync(file) ? openForReading(file) : undefined);
  }

  async store(): Promise<StoreRecord | undefined> {
    return this.db && storeIn(this.db);
  }

  async *workspaces(): AsyncGenerator<WorkspaceRecord, void, undefined> {
    if (!this.db) return;
    const rows = this.db.prepare<[], WorkspaceRow>('SELECT workspace, workspace_id, shredded FROM workspaces').all();
    const keys = this.db
      .prepare<[], WorkspaceKeyRow>(
        `SELECT workspace, number AS generation, digest, wrapped FROM workspace_keys
          WHERE destroyed = 0 ORDER BY number`,
      )
      .all();
    const byWorkspace = new Map<number, WorkspaceKeyRow[]>(rows.map(({ workspace }) => [workspace, []]));
    for (const key of keys) byWorkspace.get(key.workspace)?.push(key);
    for (const { workspace, workspace_id: workspaceId, shredded } of rows) {
      yield { workspaceId, isShredded: shredded === 1, keys: byWorkspace.get(workspace)! };
    }
  }

  async *keys(workspaceId?: string): AsyncGenerator<readonly KeyRecord[], void, undefined> {
    if (!this.db) return;
    const isOfWorkspace = workspaceId === undefined ? '' : 'AND w.workspace_id = :workspace';
    const page = this.db.prepare<[object], KeyRow>(
      `SELECT k.number, lower(hex(k.id)) AS id, w.workspace_id, k.subject, k.wrapped_by, k.wrapped, k.shredded
         FROM personal_keys k CROSS JOIN workspaces w ON w.workspace = k.workspace
        WHERE k.number > :after AND k.number <= :after + ${PAGE} ${isOfWorkspace} ORDER BY k.number`,
    );
    const end = this.db.prepare<[], number | null>('SELECT max(number) FROM personal_keys').pluck();
    const of = workspaceId === undefined ? {} : { workspace: workspaceId };
    // Keys that come meanwhile have higher numbers.
    for (let after = 0; after < (end.get() ?? 0); after += PAGE) {
      yield page.all({ after, ...of }).map(recordOf);
      await setImmediate();
    }
  }

  async close(): Promise<void> {
    this.db?.close();
  }
}

/** What a store's file is as a whole. */
export function storeIn(db: Connection): StoreRecord {
  const { id, loss_accepted: lossAccepted } = db.prepare('SELECT id, loss_accepted FROM store').get() as {
    readonly id: string;
    readonly loss_accepted: number;
  };
  const shreddings = db.prepare('SELECT count FROM shreddings').pluck().get() as number;
  return { id, isLossAccepted: lossAccepted === 1, shreddings };
}

function recordOf({ id, workspace_id: workspaceId, subject, wrapped_by, wrapped, shredded }: KeyRow): KeyRecord {
  return { id, workspaceId, subject, present: shredded ? undefined : { generation: wrapped_by, wrapped } };
}
