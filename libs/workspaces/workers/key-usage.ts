import { type BeforeApplicationShutdown, Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock, type Instant, instant, TIMERS, type Timers } from '#kernel';
import { READ_MODEL, READ_MODEL_CACHE_WRITER, type ReadModel, type ReadModelCacheWriter } from '#read-model';
import { API_KEY_USAGE, type ApiKeyUsageRow } from '../domain/index.js';

const FLUSH_EVERY_MS = 60_000;
/** Milliseconds that the end of a process waits for the last write. */
const LAST_FLUSH_MS = 1_000;

/**
 * When keys were last used (docs/reference/http-contract.md, Admin: may be a minute old, does not outlive the read
 * model). Noted in memory on each request and written beside the log at most once a minute: no request waits for it,
 * and no event is appended for it.
 */
@Injectable()
export class KeyUsage implements BeforeApplicationShutdown {
  /** Not written yet, by key id. */
  private readonly noted = new Map<string, { readonly workspaceId: string; readonly at: number }>();
  private cancelTimer: (() => void) | undefined;
  private ended = false;

  constructor(
    @Inject(READ_MODEL) private readonly readModel: ReadModel,
    @Inject(READ_MODEL_CACHE_WRITER) private readonly cacheWriter: Pick<ReadModelCacheWriter, 'putRows'>,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(TIMERS) private readonly timers: Timers,
  ) {}

  /** Notes a use of the key at this moment. */
  note(workspaceId: string, apiKeyId: string): void {
    this.noted.set(apiKeyId, { workspaceId, at: this.clock.now() });
    this.arm();
  }

  /** The last uses of these keys, in their order; undefined for one without a known use. */
  async lastUsed(workspaceId: string, apiKeyIds: readonly string[]): Promise<readonly (Instant | undefined)[]> {
    if (apiKeyIds.length === 0) return [];
    const keys = apiKeyIds.map((apiKeyId) => [workspaceId, apiKeyId]);
    const rows = await this.readModel.getMany(API_KEY_USAGE, keys);
    return apiKeyIds.map((apiKeyId, index) => {
      const noted = this.noted.get(apiKeyId);
      return noted?.workspaceId === workspaceId ? instant(noted.at) : rows[index]?.last_used_at;
    });
  }

  /** Writes the noted uses; those that cannot be written now are kept for the next call. */
  async flush(): Promise<void> {
    const written = [...this.noted];
    if (written.length === 0) return;
    await this.cacheWriter.putRows(
      written.map(([apiKeyId, { workspaceId, at }]) => usageWrite(workspaceId, apiKeyId, at)),
    );
    for (const [apiKeyId, use] of written) if (this.noted.get(apiKeyId) === use) this.noted.delete(apiKeyId);
  }

  /** Writes the noted uses; no timer remains. */
  async beforeApplicationShutdown(): Promise<void> {
    this.ended = true;
    this.cancelTimer?.();
    let cancelTimer: () => void = () => undefined;
    const late = new Promise<void>((resolve) => (cancelTimer = this.timers.set(LAST_FLUSH_MS, resolve)));
    await Promise.race([this.flushQuietly(), late]);
    cancelTimer();
  }

  private arm(): void {
    if (this.cancelTimer || this.ended) return;
    this.cancelTimer = this.timers.set(FLUSH_EVERY_MS, () => {
      void this.flushQuietly().then(() => {
        this.cancelTimer = undefined;
        if (this.noted.size > 0) this.arm();
      });
    });
  }

  /** No request waits for this, and health reports an unavailable read model: the next minute tries again. */
  private async flushQuietly(): Promise<void> {
    await this.flush().catch(() => undefined);
  }
}

function usageWrite(workspaceId: string, apiKeyId: string, at: number) {
  const document: ApiKeyUsageRow = {
    workspace_id: workspaceId,
    api_key_id: apiKeyId,
    last_used_at: instant(at),
    revision: 0,
  };
  return { collection: API_KEY_USAGE, key: [workspaceId, apiKeyId], document };
}
