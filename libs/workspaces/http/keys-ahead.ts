import { Inject, Injectable } from '@nestjs/common';
import { keyText, type RecordedEvent } from '#kernel';
import { READ_MODEL, type ReadModel } from '#read-model';
import { DURABLE_EVENTS, type DurableEvents } from '#workspace-head';
import { type ApiKeyRow, evolveApiKey, isApiKeyEvent, isWorkspaceEvent } from '../domain/index.js';

/**
 * Number of noted keys from which those that the rows have by now are dropped. Keys are made and revoked by hand, a few
 * a day.
 */
const TIDY_FROM = 1_000;

interface Noted {
  readonly workspaceId: string;
  readonly revision: number;
}

/**
 * The API keys that this process knows and the rows may not show yet (docs/adr/0024-keys-and-revocation.md): new keys,
 * accepted at once, and revoked keys, refused from the moment the revocation is durable. A deletion revokes all keys of
 * its workspace.
 */
@Injectable()
export class KeysAhead {
  private readonly created = new Map<string, ApiKeyRow>();
  private readonly revoked = new Map<string, Noted>();
  /** Revisions of the deletions, by workspace. */
  private readonly deleted = new Map<string, number>();
  private noted = 0;
  private tidied = 0;
  private tidyAt = TIDY_FROM;

  constructor(
    @Inject(DURABLE_EVENTS) events: DurableEvents,
    @Inject(READ_MODEL) private readonly readModel: Pick<ReadModel, 'projectedRevision'>,
  ) {
    events.subscribe((told) => this.note(told));
  }

  /** Grows whenever a key is noted or dropped: callers cached under another version may be wrong. */
  get version(): number {
    return this.noted + this.tidied;
  }

  /** Grows whenever a key is dropped because the rows have it: rows that were read earlier may lack it. */
  get drops(): number {
    return this.tidied;
  }

  /**
   * The new key with this hash; undefined where this process does not know it, or has dropped it because the rows have
   * it.
   */
  madeWith(hash: string): ApiKeyRow | undefined {
    return this.created.get(hash);
  }

  isRevoked(workspaceId: string, apiKeyId: string): boolean {
    return this.deleted.has(workspaceId) || this.revoked.has(keyText([workspaceId, apiKeyId]));
  }

  private get size(): number {
    return this.created.size + this.revoked.size + this.deleted.size;
  }

  private note(events: readonly RecordedEvent[]): void {
    for (const event of events) {
      const { workspace_id: workspaceId } = event.metadata;
      if (isWorkspaceEvent(event) && event.type === 'WorkspaceDeleted') this.deleted.set(workspaceId, event.revision);
      else if (!isApiKeyEvent(event)) continue;
      else if (event.type === 'ApiKeyCreated') this.created.set(event.data.hash, evolveApiKey(undefined, event)!);
      else this.revoked.set(keyText([workspaceId, event.data.api_key_id]), { workspaceId, revision: event.revision });
      this.noted += 1;
    }
    const { size } = this;
    if (size < this.tidyAt) return;
    this.tidyAt = 2 * size;
    void this.tidy().finally(() => (this.tidyAt = Math.max(TIDY_FROM, 2 * this.size)));
  }

  /**
   * Drops the keys that the rows have. Keys that they lack stay, whatever their number: otherwise a revoked key would
   * be accepted again.
   */
  private async tidy(): Promise<void> {
    const workspaceIds = [
      ...[...this.created.values()].map(({ workspace_id }) => workspace_id),
      ...[...this.revoked.values()].map(({ workspaceId }) => workspaceId),
      ...this.deleted.keys(),
    ];
    for (const workspaceId of new Set(workspaceIds)) {
      // While the rows cannot be read, no key is known to be in them.
      const projectedRevision = await this.readModel.projectedRevision(workspaceId).catch(() => -1);
      for (const [hash, { workspace_id, revision }] of this.created) {
        if (workspace_id === workspaceId && revision <= projectedRevision) this.created.delete(hash);
      }
      for (const [key, noted] of this.revoked) {
        if (noted.workspaceId === workspaceId && noted.revision <= projectedRevision) this.revoked.delete(key);
      }
      if ((this.deleted.get(workspaceId) ?? Infinity) <= projectedRevision) this.deleted.delete(workspaceId);
      this.tidied += 1;
    }
  }
}
