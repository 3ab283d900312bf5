import type { Statement } from 'better-sqlite3';
import type { Connection } from '#event-store/sqlite';
import { unwrapKey, wrapKey } from '../wrapping.js';
import type { RewrapCursor } from './protocol.js';
import type { WorkspaceKey, WorkspaceKeys } from './workspace-keys.js';

/** Keys that are wrapped anew in one transaction: requests that wait for it wait for some milliseconds. */
const PAGE = 500;

interface StoredKey {
  readonly number: number;
  readonly id: string;
  readonly subject: string;
  readonly wrapped_by: number;
  readonly wrapped: Buffer;
}

/**
 * Wraps the keys of a workspace anew, in pages. While it does, the workspace has two keys: new keys are wrapped under
 * the later one, and each of its keys names the one that wraps it. The former one is destroyed in the transaction of
 * the last page. Runs in the worker.
 */
export class Rewrapper {
  private readonly nextKeys: Statement<[number, string, number], StoredKey>;
  private readonly replace: Statement<[number, Buffer, number]>;

  constructor(
    db: Connection,
    private readonly workspaceKeys: WorkspaceKeys,
  ) {
    this.nextKeys = db.prepare(
      `SELECT number, lower(hex(id)) AS id, subject, wrapped_by, wrapped FROM personal_keys
        WHERE workspace = ? AND subject > ? AND shredded = 0 ORDER BY subject LIMIT ?`,
    );
    this.replace = db.prepare('UPDATE personal_keys SET wrapped_by = ?, wrapped = ? WHERE number = ?');
  }

  /**
   * Wraps a page of keys anew. The first one makes a new workspace key, unless an interrupted call left one.
   * @returns the cursor of the next page; undefined if there is none, or if a later call has made another workspace
   *   key: that call goes through all keys itself
   * @throws PersonalKeysError nothing is written then
   */
  page(workspaceId: string, cursor: RewrapCursor | undefined): RewrapCursor | undefined {
    const found = this.workspaceKeys.find(workspaceId);
    if (!found || found.shredded) return undefined;
    const keys = this.workspaceKeys.all(workspaceId, found.workspace);
    const former = new Map(keys.map(({ number, key }) => [number, key]));
    const last = keys.at(-1)!;
    if (cursor && cursor.under !== last.number) return undefined;
    const resumed = cursor !== undefined || isUnfinished(keys);
    const page = this.nextKeys.all(found.workspace, cursor?.after ?? '', PAGE);
    const opened = page
      .filter(({ wrapped_by }) => !resumed || wrapped_by !== last.number)
      .map((each) => ({ ...each, key: unwrapKey(each.id, each.wrapped, former.get(each.wrapped_by)!) }));
    const under = resumed ? last : this.workspaceKeys.make(workspaceId, found.workspace);
    for (const { id, key, number } of opened) this.replace.run(under.number, wrapKey(id, key, under.key), number);
    if (page.length === PAGE) return { under: under.number, after: page.at(-1)!.subject };
    this.workspaceKeys.destroyBefore(under.number, found.workspace);
    return undefined;
  }
}

/** Whether an earlier call was interrupted, under the present SECRETS_KEY. */
function isUnfinished(keys: readonly WorkspaceKey[]): boolean {
  return keys.length > 1 && keys.at(-1)!.newest;
}
