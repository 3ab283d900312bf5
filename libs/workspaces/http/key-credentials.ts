import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock, instant } from '#kernel';
import { type Caller, Credentials } from '#http';
import { READ_MODEL, type ReadModel, ROW_CHANGES, type RowChanges } from '#read-model';
import { sameSecret, sha256Hex } from '../crypto/node-crypto.js';
import {
  API_KEYS,
  type ApiKeyRow,
  authorize,
  isExpired,
  isKeyText,
  type WorkspaceRow,
  WORKSPACES,
} from '../domain/index.js';
import { KeyUsage } from '../workers/key-usage.js';

/** The collections a caller is made of. */
const SOURCES = [API_KEYS.name, WORKSPACES.name];
/** Keys remembered; beyond that all are forgotten, which costs one look-up each. */
const REMEMBERED = 10_000;

interface Known {
  readonly key: ApiKeyRow;
  readonly caller: Caller;
}

/**
 * Who a bearer token belongs to (api.md, API keys). Judged by the rows, which show a revocation as soon as it was answered; writes
 * are authorised once more where they are decided, on the log itself. Callers are remembered as long as no row of a key or a workspace
 * changes: two look-ups a request are a tenth of the time of a small write.
 */
@Injectable()
export class KeyCredentials extends Credentials {
  private readonly known = new Map<string, Known>();
  private knownAt: number | undefined;

  constructor(
    @Inject(READ_MODEL) private readonly readModel: ReadModel,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(ROW_CHANGES) private readonly changes: RowChanges,
    private readonly usage: KeyUsage,
  ) {
    super();
  }

  authenticate(token: string): Caller | undefined | Promise<Caller | undefined> {
    // Guesses and typing errors cost a checksum, never a look-up.
    if (!isKeyText(token)) return undefined;
    const hash = sha256Hex(token);
    const stamp = this.changes.stamp(SOURCES);
    if (stamp !== this.knownAt || stamp === undefined || this.known.size >= REMEMBERED) this.known.clear();
    this.knownAt = stamp;
    const known = this.known.get(hash);
    if (known) return this.use(known);
    return this.lookUp(hash).then((found) => {
      // Read while rows were being written: it may be older than the stamp says by now.
      if (found && stamp !== undefined && stamp === this.changes.stamp(SOURCES)) this.known.set(hash, found);
      return found && this.use(found);
    });
  }

  private async lookUp(hash: string): Promise<Known | undefined> {
    const [key] = await this.readModel.page(API_KEYS, { index: 'by_hash', prefix: [hash], limit: 1 });
    if (!key || !sameSecret(key.hash, hash) || key.live === 0) return undefined;
    const [workspace] = await this.readModel.getMany(WORKSPACES, [[key.workspace_id]]);
    return workspace && { key, caller: callerOf(key, workspace) };
  }

  private use({ key, caller }: Known): Caller | undefined {
    if (isExpired(key, instant(this.clock.now()))) return undefined;
    this.usage.note(key.workspace_id, key.api_key_id);
    return caller;
  }
}

function callerOf(key: ApiKeyRow, workspace: WorkspaceRow): Caller {
  return {
    workspaceId: key.workspace_id,
    apiKeyId: key.api_key_id,
    scopes: new Set(key.scopes),
    rateLimits: workspace.rate_limits,
    authorize: (view, scope) => authorize(view, key.api_key_id, scope),
  };
}
