import type { Statement } from 'better-sqlite3';
import type { Connection } from '#event-store/sqlite';
import { WorkspaceShreddedError } from '../personal-keys.js';
import { newKey, type WorkspaceKeyWrapping, WRAPPED_BYTES } from '../wrapping.js';

/** A workspace of the file. */
interface Workspace {
  readonly workspace: number;
  readonly shredded: number;
}

interface StoredWorkspaceKey {
  readonly number: number;
  readonly digest: Buffer;
  readonly wrapped: Buffer;
}

/** A key of a workspace, unwrapped. */
export interface WorkspaceKey {
  readonly workspace: number;
  readonly number: number;
  readonly key: Buffer;
  /** Whether it is wrapped under the first key of SECRETS_KEY. */
  readonly newest: boolean;
}

/** What stands in place of the digest of a key that was destroyed with its workspace. */
export const NO_DIGEST = Buffer.alloc(8);

/** Overwrites a wrapped key in its place: of the same size. */
export const ZEROS = Buffer.alloc(WRAPPED_BYTES);

/** The keys of workspaces in the file: one each, or two while its keys are wrapped anew. Runs in the worker. */
export class WorkspaceKeys {
  private readonly findWorkspace: Statement<[string], Workspace>;
  private readonly insertWorkspace: Statement<[string, number]>;
  private readonly shredWorkspace: Statement<[number]>;
  private readonly keys: Statement<[number], StoredWorkspaceKey>;
  private readonly insertKey: Statement<[number, Uint8Array, Uint8Array]>;
  private readonly destroyKeys: Statement<[Buffer, number, number]>;

  constructor(
    db: Connection,
    private readonly wrapping: WorkspaceKeyWrapping,
  ) {
    this.findWorkspace = db.prepare('SELECT workspace, shredded FROM workspaces WHERE workspace_id = ?');
    this.insertWorkspace = db.prepare('INSERT INTO workspaces (workspace_id, shredded) VALUES (?, ?)');
    this.shredWorkspace = db.prepare('UPDATE workspaces SET shredded = 1 WHERE workspace = ?');
    this.keys = db.prepare(
      'SELECT number, digest, wrapped FROM workspace_keys WHERE workspace = ? AND destroyed = 0 ORDER BY number',
    );
    this.insertKey = db.prepare(
      'INSERT INTO workspace_keys (workspace, digest, wrapped, destroyed) VALUES (?, ?, ?, 0)',
    );
    this.destroyKeys = db.prepare(
      'UPDATE workspace_keys SET wrapped = ?, destroyed = 1 WHERE workspace = ? AND destroyed = 0 AND number < ?',
    );
  }

  find(workspaceId: string): Workspace | undefined {
    return this.findWorkspace.get(workspaceId);
  }

  /**
   * The key under which a workspace's new keys are wrapped; made where it has none.
   * @throws WorkspaceShreddedError, PersonalKeysError; nothing is written then
   */
  ensure(workspaceId: string): WorkspaceKey {
    const found = this.find(workspaceId);
    if (found?.shredded) throw new WorkspaceShreddedError(workspaceId);
    if (found) return this.unwrap(workspaceId, found.workspace, this.keys.all(found.workspace).at(-1)!);
    return this.make(workspaceId, Number(this.insertWorkspace.run(workspaceId, 0).lastInsertRowid));
  }

  /**
   * The keys of a workspace that are not destroyed, in the order in which they were made.
   * @throws PersonalKeysError
   */
  all(workspaceId: string, workspace: number): WorkspaceKey[] {
    return this.keys.all(workspace).map((key) => this.unwrap(workspaceId, workspace, key));
  }

  /** Makes another key of a workspace, under the first key of SECRETS_KEY. */
  make(workspaceId: string, workspace: number): WorkspaceKey {
    const key = newKey();
    const { digest, wrapped } = this.wrapping.wrap(workspaceId, key);
    const number = Number(this.insertKey.run(workspace, digest, wrapped).lastInsertRowid);
    return { workspace, number, key, newest: true };
  }

  /** Destroys the keys of a workspace that were made before this one. */
  destroyBefore(number: number, workspace: number): void {
    this.destroyKeys.run(ZEROS, workspace, number);
  }

  /** Destroys all keys of a workspace, which gets none any more. */
  shred(workspaceId: string): void {
    const found = this.find(workspaceId);
    if (!found) {
      this.insertWorkspace.run(workspaceId, 1);
      return;
    }
    this.shredWorkspace.run(found.workspace);
    this.destroyKeys.run(ZEROS, found.workspace, Number.MAX_SAFE_INTEGER);
  }

  private unwrap(workspaceId: string, workspace: number, stored: StoredWorkspaceKey): WorkspaceKey {
    const key = this.wrapping.unwrap(workspaceId, stored);
    return { workspace, number: stored.number, key, newest: this.wrapping.isNewest(stored) };
  }
}
