import type { Statement } from 'better-sqlite3';
import type { Connection } from '#event-store/sqlite';
import { PersonalKeysError, WorkspaceShreddedError } from '../personal-keys.js';
import { newKey, newKeyId, type WorkspaceKeyWrapping, wrapKey } from '../wrapping.js';
import type { Reply, Request } from './protocol.js';
import { Rewrapper } from './rewrapper.js';
import { WorkspaceKeys, ZEROS } from './workspace-keys.js';

/** Writes groups of requests, each group in one transaction. Runs in the worker. */
export class Writer {
  private readonly workspaceKeys: WorkspaceKeys;
  private readonly rewrapper: Rewrapper;
  private readonly find: Statement<[number, string], number>;
  private readonly insert: Statement<[Buffer, number, string, number, Buffer]>;
  private readonly shredKey: Statement<[Buffer, number]>;
  private readonly shredId: Statement<[Buffer, Buffer]>;
  private readonly keysOfAll: Statement<[string, string], number>;
  private readonly keysOfWorkspace: Statement<[string, string, string], number>;
  private readonly count: Statement<[]>;
  private readonly acceptLoss: Statement<[]>;
  private destroyed = false;

  constructor(
    private readonly db: Connection,
    wrapping: WorkspaceKeyWrapping,
  ) {
    this.workspaceKeys = new WorkspaceKeys(db, wrapping);
    this.rewrapper = new Rewrapper(db, this.workspaceKeys);
    this.find = db
      .prepare<[number, string], number>(
        'SELECT number FROM personal_keys WHERE workspace = ? AND subject = ? AND shredded = 0',
      )
      .pluck();
    this.insert = db.prepare(
      'INSERT INTO personal_keys (id, workspace, subject, wrapped_by, wrapped, shredded) VALUES (?, ?, ?, ?, ?, 0)',
    );
    this.shredId = db.prepare('UPDATE personal_keys SET wrapped = ?, shredded = 1 WHERE id = ? AND shredded = 0');
    this.shredKey = db.prepare('UPDATE personal_keys SET wrapped = ?, shredded = 1 WHERE number = ?');
    // For each workspace one search in the index of present keys: CROSS JOIN keeps SQLite to this order.
    const inRange = `SELECT k.number FROM workspaces w CROSS JOIN personal_keys k
        ON k.workspace = w.workspace AND k.shredded = 0 AND k.subject >= ? AND k.subject < ?`;
    this.keysOfAll = db.prepare<[string, string], number>(inRange).pluck();
    this.keysOfWorkspace = db.prepare<[string, string, string], number>(`${inRange} WHERE w.workspace_id = ?`).pluck();
    this.count = db.prepare('UPDATE shreddings SET count = count + 1');
    this.acceptLoss = db.prepare('UPDATE store SET loss_accepted = 1');
  }

  /** Whether keys were destroyed whose bytes may still be in the WAL. */
  get leavesTraces(): boolean {
    return this.destroyed;
  }

  tracesGone(): void {
    this.destroyed = false;
  }

  /**
   * Carries out all requests, or, when it throws, none of them. A refused one writes nothing.
   * @returns a reply to each request, in their order; durable
   * @throws the driver's error (disk full, input/output error, …)
   */
  commit(requests: readonly Request[]): Reply[] {
    return this.db.transaction(() => requests.map((request) => this.reply(request))).immediate();
  }

  private reply(request: Request): Reply {
    try {
      return this.carryOut(request);
    } catch (error) {
      if (error instanceof WorkspaceShreddedError) {
        return { kind: 'workspace_shredded', workspaceId: error.workspaceId };
      }
      if (error instanceof PersonalKeysError) return { kind: 'refused', sentence: error.message };
      throw error;
    }
  }

  private carryOut(request: Request): Reply {
    switch (request.kind) {
      case 'ensure':
        this.ensure(request.workspaceId, request.subjects);
        return { kind: 'done' };
      case 'shred_keys':
        this.shredPresent(request.ids);
        return { kind: 'done' };
      case 'shred_range':
        return { kind: 'done', shredded: this.shredRange(request) };
      case 'shred_workspace':
        this.workspaceKeys.shred(request.workspaceId);
        this.shredded();
        return { kind: 'done' };
      case 'accept_loss':
        this.acceptLoss.run();
        return { kind: 'done' };
      case 'rewrap': {
        const cursor = this.rewrapper.page(request.workspaceId, request.cursor);
        // The last page destroyed the former key of the workspace.
        if (!cursor) this.destroyed = true;
        return { kind: 'done', cursor };
      }
    }
  }

  /** @throws WorkspaceShreddedError, PersonalKeysError; nothing is written then */
  private ensure(workspaceId: string, subjects: readonly string[]): void {
    const { workspace, number, key } = this.workspaceKeys.ensure(workspaceId);
    for (const subject of subjects) {
      if (this.find.get(workspace, subject) !== undefined) continue;
      const id = newKeyId();
      this.insert.run(Buffer.from(id, 'hex'), workspace, subject, number, wrapKey(id, newKey(), key));
    }
  }

  private shredPresent(ids: readonly string[]): void {
    let shredded = 0;
    for (const id of ids) shredded += this.shredId.run(ZEROS, Buffer.from(id, 'hex')).changes;
    if (shredded > 0) this.shredded();
  }

  /** @returns the number of keys destroyed */
  private shredRange({ first, end, workspaceId }: Extract<Request, { readonly kind: 'shred_range' }>): number {
    const numbers =
      workspaceId === undefined ? this.keysOfAll.all(first, end) : this.keysOfWorkspace.all(first, end, workspaceId);
    for (const number of numbers) this.shredKey.run(ZEROS, number);
    if (numbers.length > 0) this.shredded();
    return numbers.length;
  }

  private shredded(): void {
    this.count.run();
    this.destroyed = true;
  }
}
