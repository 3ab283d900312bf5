import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock, instant } from '#kernel';
import { type Caller, Credentials } from '#http';
import { READ_MODEL, type ReadModel } from '#read-model';
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

/**
 * Who a bearer token belongs to (api.md, API keys). Judged by the rows, which show a revocation as soon as it was answered; writes
 * are authorised once more where they are decided, on the log itself.
 */
@Injectable()
export class KeyCredentials extends Credentials {
  constructor(
    @Inject(READ_MODEL) private readonly readModel: ReadModel,
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly usage: KeyUsage,
  ) {
    super();
  }

  authenticate(token: string): undefined | Promise<Caller | undefined> {
    // Guesses and typing errors cost a checksum, never a look-up.
    return isKeyText(token) ? this.lookUp(sha256Hex(token)) : undefined;
  }

  private async lookUp(hash: string): Promise<Caller | undefined> {
    const [key] = await this.readModel.page(API_KEYS, { index: 'by_hash', prefix: [hash], limit: 1 });
    if (!key || !sameSecret(key.hash, hash) || key.live === 0) return undefined;
    if (isExpired(key, instant(this.clock.now()))) return undefined;
    const [workspace] = await this.readModel.getMany(WORKSPACES, [[key.workspace_id]]);
    if (!workspace) return undefined;
    this.usage.note(key.workspace_id, key.api_key_id);
    return callerOf(key, workspace);
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
