import { existsSync } from 'node:fs';
import type { Connection } from '#event-store/sqlite';
import type { KeyRecords, StoreRecord, SubjectRecord, WorkspaceRecord } from '../key-records.js';
import { openForReading } from './keys-file.js';

interface WorkspaceRow {
  readonly workspace: number;
  readonly workspace_id: string;
  readonly shredded: number;
}

interface KeyRow {
  readonly id: string;
  readonly workspace_id: string;
  readonly subject: string;
  readonly wrapped_by: number;
  readonly wrapped: Buffer;
  readonly shredded: number;
}

/** The records of a store's file, as of the moment of the first read. */
export class SqliteKeyRecords implements KeyRecords {
  private constructor(private readonly db: Connection | undefined) {}

  /** @throws PersonalKeysOpenError the file is foreign, corrupt or of a newer version */
  static of(file: string): SqliteKeyRecords {
    if (!existsSync(file)) return new SqliteKeyRecords(undefined);
    const db = openForReading(file);
    db.exec('BEGIN');
    return new SqliteKeyRecords(db);
  }

  async store(): Promise<StoreRecord | undefined> {
    return this.db && storeIn(this.db);
  }

  *workspaces(): Generator<WorkspaceRecord, void, undefined> {
    if (!this.db) return;
    const keys = this.db.prepare<[number], { number: number; digest: Buffer; wrapped: Buffer }>(
      'SELECT number, digest, wrapped FROM workspace_keys WHERE workspace = ? AND destroyed = 0 ORDER BY number',
    );
    const rows = this.db.prepare<[], WorkspaceRow>(
      'SELECT workspace, workspace_id, shredded FROM workspaces ORDER BY workspace',
    );
    for (const { workspace, workspace_id: workspaceId, shredded } of rows.all()) {
      const found = keys.all(workspace).map(({ number, ...key }) => ({ generation: number, ...key }));
      yield { workspaceId, isShredded: shredded === 1, keys: found };
    }
  }

  *subjects(): Generator<SubjectRecord, void, undefined> {
    if (!this.db) return;
    const rows = this.db
      .prepare<[], KeyRow>(
        `SELECT lower(hex(k.id)) AS id, w.workspace_id, k.subject, k.wrapped_by, k.wrapped, k.shredded
           FROM personal_keys k JOIN workspaces w ON w.workspace = k.workspace
          ORDER BY k.workspace, k.subject, k.number`,
      )
      .iterate();
    let subject: SubjectRecord | undefined;
    for (const row of rows) {
      if (subject && (subject.subject !== row.subject || subject.workspaceId !== row.workspace_id)) yield subject;
      else if (subject) {
        subject = { ...subject, ids: [...subject.ids, row.id], present: presentIn(row) ?? subject.present };
        continue;
      }
      subject = { workspaceId: row.workspace_id, subject: row.subject, ids: [row.id], present: presentIn(row) };
    }
    if (subject) yield subject;
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

function presentIn({ id, wrapped_by: generation, wrapped, shredded }: KeyRow): SubjectRecord['present'] {
  return shredded ? undefined : { id, generation, wrapped };
}
