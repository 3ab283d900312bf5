import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock, DomainError, instant } from '#kernel';
import { type Caller, Credentials } from '#http';
import { READ_MODEL, type ReadModel, ROW_CHANGES, type RowChanges, ROWS_LAG, type RowsLag } from '#read-model';
import { sameSecret, sha256Hex } from '../crypto/node-crypto.js';
import {
  ALL_KEYS,
  API_KEYS,
  type ApiKeyRow,
  isArriving,
  isExpired,
  isKeyText,
  REVOKED_API_KEYS,
  type WorkspaceRow,
  WORKSPACES,
} from '../domain/index.js';
import { KeyUsage } from '../workers/key-usage.js';
import { KeysAhead } from './keys-ahead.js';

/** The collections that a caller is read from. */
const SOURCES = [API_KEYS.name, WORKSPACES.name];
/** Keys that are cached; beyond that all are dropped, which costs one look-up each. */
const REMEMBERED = 10_000;

interface Known {
  readonly key: ApiKeyRow;
  readonly caller: Caller;
}

/**
 * The owner of a bearer token (docs/reference/http-contract.md#api-keys; docs/adr/0024-keys-and-revocation.md). Judged
 * by the rows, and where they lag by the events that this process knows and by the marks of revoked keys; writes are
 * authorised once more where they are decided, on the log itself. Callers are cached while no row of a key or a
 * workspace changes: two look-ups a request take a tenth of the time of a small write.
 */
@Injectable()
export class KeyCredentials extends Credentials {
  private readonly known = new Map<string, Known>();
  private knownAt: number | undefined;

  constructor(
    @Inject(READ_MODEL) private readonly readModel: ReadModel,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(ROW_CHANGES) private readonly changes: RowChanges,
    @Inject(ROWS_LAG) private readonly lag: RowsLag,
    private readonly ahead: KeysAhead,
    private readonly usage: KeyUsage,
  ) {
    super();
  }

  authenticate(token: string): Caller | undefined | Promise<Caller | undefined> {
    // Guesses and typing errors cost a checksum, never a look-up.
    if (!isKeyText(token)) return undefined;
    const hash = sha256Hex(token);
    const stamp = this.stamp();
    if (stamp !== this.knownAt || stamp === undefined || this.known.size >= REMEMBERED) this.known.clear();
    this.knownAt = stamp;
    const known = this.known.get(hash);
    if (known) return this.use(known);
    return this.find(hash).then((found) => {
      // If rows were written during the read, it may be older than the stamp says now.
      if (found && stamp !== undefined && stamp === this.stamp()) this.known.set(hash, found);
      return found && this.use(found);
    });
  }

  /**
   * Changes once a row that callers are read from has changed; undefined where this process does not learn of every
   * change.
   */
  private stamp(): number | undefined {
    const rows = this.changes.stamp(SOURCES);
    return rows === undefined ? undefined : rows + this.ahead.version;
  }

  /**
   * @throws DomainError `unavailable`: the key is unknown but the rows lag, and after a 401 its client would discard it
   */
  private async find(hash: string): Promise<Known | undefined> {
    const found = await this.lookUp(hash);
    if (found !== 'unknown') return found;
    if (await this.lag.isBehind()) {
      throw new DomainError('unavailable', 'This key is not known yet: the read model is behind the event log.');
    }
    // The rows may have received it since they were read.
    const again = await this.lookUp(hash);
    return again === 'unknown' ? undefined : again;
  }

  /** The caller of a key; undefined for a revoked one. */
  private async lookUp(hash: string): Promise<Known | 'unknown' | undefined> {
    const { drops } = this.ahead;
    const [row] = await this.readModel.page(API_KEYS, { index: 'by_hash', prefix: [hash], limit: 1 });
    const key = row ?? this.ahead.madeWith(hash);
    if (!key || !sameSecret(key.hash, hash)) return 'unknown';
    const { workspace_id: workspaceId, api_key_id: apiKeyId } = key;
    const [[workspace], marks] = await Promise.all([
      this.readModel.getMany(WORKSPACES, [[workspaceId]]),
      this.readModel.getMany(
        REVOKED_API_KEYS,
        [apiKeyId, ALL_KEYS].map((id) => [workspaceId, id]),
      ),
    ]);
    const isMarked = marks.some((mark) => mark !== undefined);
    // A key dropped from memory meanwhile is in the rows, but perhaps not in the rows read before.
    if (drops !== this.ahead.drops) return this.lookUp(hash);
    if (key.live === 0 || isMarked || this.ahead.isRevoked(workspaceId, apiKeyId)) return undefined;
    if (workspace?.live === 0) return undefined;
    if (workspace && isArriving(workspace)) {
      throw new DomainError('unavailable', 'The log of this workspace is being copied here.');
    }
    return { key, caller: callerOf(key, workspace) };
  }

  private use({ key, caller }: Known): Caller | undefined {
    // Most keys have no end, and an instant as text takes a fiftieth of the time of a small read.
    if (key.expires_at !== null && isExpired(key, instant(this.clock.now()))) return undefined;
    this.usage.note(key.workspace_id, key.api_key_id);
    return caller;
  }
}

/**
 * `workspace`: undefined while the rows have the key and lack its workspace, which then has the limits of the service.
 */
function callerOf(key: ApiKeyRow, workspace: WorkspaceRow | undefined): Caller {
  return {
    workspaceId: key.workspace_id,
    apiKeyId: key.api_key_id,
    scopes: new Set(key.scopes),
    rateLimits: workspace?.rate_limits ?? { read: null, write: null },
  };
}
