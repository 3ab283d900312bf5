import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { AdminContext } from '#kernel';
import { READ_MODEL_CACHE_WRITER, type ReadModelCacheWriter, ROWS_LAG, type RowsLag } from '#read-model';
import { COMMAND_DECIDER, type CommandDecider, type CommandResult } from '#workspace-head';
import { revokeApiKey } from '../domain/decide-api-key.js';
import { KeyUsage } from '../workers/key-usage.js';
import { adminCommand } from './admin-command.js';
import { markRevoked } from './mark-revoked.js';

/** DELETE /admin/workspaces/{id}/api-keys/{keyId}. */
export class RevokeApiKey extends Command<CommandResult> {
  constructor(
    readonly context: AdminContext,
    readonly workspaceId: string,
    readonly apiKeyId: string,
  ) {
    super();
  }
}

const NOT_TOLD =
  'The key is revoked, but other processes may take it for as long as the read model cannot be written. ' +
  'Send the request again.';

@CommandHandler(RevokeApiKey)
export class RevokeApiKeyHandler implements ICommandHandler<RevokeApiKey> {
  constructor(
    @Inject(COMMAND_DECIDER) private readonly decider: CommandDecider,
    private readonly usage: KeyUsage,
    @Inject(READ_MODEL_CACHE_WRITER) readonly cacheWriter: Pick<ReadModelCacheWriter, 'putRows'>,
    @Inject(ROWS_LAG) readonly rows: Pick<RowsLag, 'isShared'>,
  ) {}

  /** @throws DomainError `unavailable`: the key is revoked, but other processes cannot be told of it now */
  async execute({ context, workspaceId, apiKeyId }: RevokeApiKey): Promise<CommandResult> {
    const [lastUsedAt] = await this.usage.lastUsed(workspaceId, [apiKeyId]);
    const command = adminCommand(context, workspaceId, revokeApiKey(apiKeyId, lastUsedAt ?? null));
    const result = await this.decider.execute(command);
    await markRevoked(this, [workspaceId, apiKeyId], result, NOT_TOLD);
    return result;
  }
}
