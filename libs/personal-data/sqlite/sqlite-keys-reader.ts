import type { Statement } from 'better-sqlite3';
import { type Connection, sqliteCode } from '#event-store/sqlite';
import { messageOf } from '#kernel';
import {
  type FoundKey,
  type KeyStoreState,
  type PersonalKey,
  type PersonalKeys,
  PersonalKeysUnavailableError,
  WorkspaceShreddedError,
} from '../personal-keys.js';
import { type SecretsKeys, unknownKey, unwrapKey, WorkspaceKeyWrapping } from '../wrapping.js';
import { openForReading } from './keys-file.js';

export interface KeysReaderOptions {
  /** Path of the store's file; it must exist. */
  readonly file: string;
  /** Any of them unwraps. */
  readonly secrets: SecretsKeys;
}

/** A key as stored, with the key of its workspace that wraps it. */
interface StoredKey {
  readonly id: string;
  readonly wrapped: Buffer;
  readonly workspace_id: string;
  readonly wrapped_by: number;
  readonly digest: Buffer;
  readonly workspace_key: Buffer;
  /** Whether the key, or its workspace, was shredded. */
  readonly shredded: number;
}

/** A workspace, and the present key of a subject if it has one. */
type PresentKey = (StoredKey | { readonly id: null }) & { readonly workspace_shredded: number };

const FIELDS = `
  CASE WHEN k.id IS NULL THEN NULL ELSE lower(hex(k.id)) END AS id, k.wrapped, k.wrapped_by, s.workspace_id, w.digest,
  w.wrapped AS workspace_key`;

/**
 * Reads a store's file on a read-only connection of its own, in the calling thread. Any number of these, in any
 * threads, work beside the one writer. Each key is read with its workspace's key by one statement: it is of one moment,
 * also while keys are shredded or wrapped anew.
 */
export class SqliteKeysReader implements Omit<
  PersonalKeys,
  'ensure' | 'shredKeys' | 'shredDays' | 'shredWorkspace' | 'rewrap' | 'acceptLoss'
> {
  private closed = false;
  private readonly wrapping: WorkspaceKeyWrapping;
  private readonly byId: Statement<[Buffer], StoredKey>;
  private readonly bySubject: Statement<[string, string], PresentKey>;
  private readonly keyId: Statement<[string, string], string>;
  private readonly count: Statement<[], number>;
  private readonly store: Statement<[], { readonly id: string; readonly loss_accepted: number }>;
  private readonly digests: Statement<[string], Buffer>;
  private readonly newestDigests: Statement<[], { readonly digest: Buffer; readonly workspaces: number }>;

  /** @internal Use {@link openKeysReader}. */
  constructor(
    private readonly db: Connection,
    secrets: SecretsKeys,
  ) {
    this.wrapping = new WorkspaceKeyWrapping(secrets);
    this.byId = db.prepare(
      `SELECT ${FIELDS}, k.shredded OR s.shredded AS shredded
         FROM personal_keys k
         JOIN workspaces s ON s.workspace = k.workspace
         JOIN workspace_keys w ON w.number = k.wrapped_by
        WHERE k.id = ?`,
    );
    this.bySubject = db.prepare(
      `SELECT ${FIELDS}, s.shredded AS workspace_shredded
         FROM workspaces s
         LEFT JOIN personal_keys k ON k.workspace = s.workspace AND k.subject = ? AND k.shredded = 0
         LEFT JOIN workspace_keys w ON w.number = k.wrapped_by
        WHERE s.workspace_id = ?`,
    );
    this.keyId = db
      .prepare<[string, string], string>(
        `SELECT lower(hex(id)) FROM personal_keys
          WHERE workspace = (SELECT workspace FROM workspaces WHERE workspace_id = ?) AND subject = ? AND shredded = 0`,
      )
      .pluck();
    this.store = db.prepare('SELECT id, loss_accepted FROM store');
    this.digests = db
      .prepare<[string], Buffer>(
        `SELECT k.digest FROM workspace_keys k JOIN workspaces s ON s.workspace = k.workspace
          WHERE s.workspace_id = ? AND k.destroyed = 0`,
      )
      .pluck();
    this.newestDigests = db.prepare(
      `SELECT digest, count(*) AS workspaces FROM workspace_keys
        WHERE number IN (SELECT max(number) FROM workspace_keys WHERE destroyed = 0 GROUP BY workspace)
        GROUP BY digest`,
    );
    this.count = db.prepare<[], number>('SELECT count FROM shreddings').pluck();
  }

  /** @see PersonalKeys.get */
  async get(ids: readonly string[]): Promise<readonly FoundKey[]> {
    const unwrap = this.unwrapper();
    return ids.map((id): FoundKey => {
      const found = this.available(() => this.byId.get(Buffer.from(id, 'hex')));
      if (found?.id !== id) return this.unknown(id);
      return found.shredded ? 'shredded' : unwrap(found);
    });
  }

  /**
   * The present keys of subjects, in their order; undefined for a subject that has none.
   * @throws PersonalKeysUnavailableError, PersonalKeysError, WorkspaceShreddedError
   */
  present(workspaceId: string, subjects: readonly string[]): readonly (PersonalKey | undefined)[] {
    const unwrap = this.unwrapper();
    return subjects.map((subject) => {
      const found = this.available(() => this.bySubject.get(subject, workspaceId));
      if (found?.workspace_shredded) throw new WorkspaceShreddedError(workspaceId);
      return found && found.id !== null ? { id: found.id, key: unwrap(found) } : undefined;
    });
  }

  /** @see PersonalKeys.keyIds */
  async keyIds(workspaceId: string, subjects: readonly string[]): Promise<ReadonlyMap<string, string>> {
    return this.available(() => {
      const found = subjects.map((subject) => [subject, this.keyId.get(workspaceId, subject)] as const);
      return new Map(found.filter((each): each is readonly [string, string] => each[1] !== undefined));
    });
  }

  /** @see PersonalKeys.isWrappedNewest */
  async isWrappedNewest(workspaceId: string): Promise<boolean> {
    const digests = this.available(() => this.digests.all(workspaceId));
    return digests.length <= 1 && digests.every((digest) => this.wrapping.isNewest({ digest }));
  }

  /** @see PersonalKeys.inspect */
  async inspect(): Promise<KeyStoreState> {
    return this.available(() => {
      const counts = { opened: 0, unopened: 0 };
      for (const { digest, workspaces } of this.newestDigests.all()) {
        counts[this.wrapping.canUnwrap({ digest }) ? 'opened' : 'unopened'] += workspaces;
      }
      return { id: this.store.get()!.id, ...counts };
    });
  }

  /** @see PersonalKeys.shreddings */
  async shreddings(): Promise<number> {
    return this.available(() => this.count.get()!);
  }

  async close(): Promise<void> {
    this.closed = true;
    this.db.close();
  }

  /** @throws PersonalKeysError unless the loss of another store's keys was accepted */
  private unknown(id: string): 'shredded' {
    if (this.available(() => this.store.get()!.loss_accepted)) return 'shredded';
    throw unknownKey(id);
  }

  /** Unwraps keys; each key of a workspace is unwrapped once. */
  private unwrapper(): (stored: StoredKey) => Buffer {
    const opened = new Map<number, Buffer>();
    return ({ id, wrapped, workspace_id, wrapped_by, digest, workspace_key }) => {
      let under = opened.get(wrapped_by);
      if (!under) {
        under = this.wrapping.unwrap(workspace_id, { digest, wrapped: workspace_key });
        opened.set(wrapped_by, under);
      }
      return unwrapKey(id, wrapped, under);
    };
  }

  /** @throws PersonalKeysUnavailableError */
  private available<Result>(read: () => Result): Result {
    if (this.closed) throw new PersonalKeysUnavailableError('The store of personal keys is closed.');
    try {
      return read();
    } catch (error) {
      if (sqliteCode(error) === undefined) throw error;
      throw new PersonalKeysUnavailableError(`The store of personal keys cannot be read: ${messageOf(error)}.`, {
        cause: error,
      });
    }
  }
}

/**
 * Opens a store's file for reading only, in the calling thread. The writer must have created it.
 * @throws PersonalKeysOpenError missing, foreign, corrupt or of a newer version
 */
export function openKeysReader({ file, secrets }: KeysReaderOptions): SqliteKeysReader {
  return new SqliteKeysReader(openForReading(file), secrets);
}
