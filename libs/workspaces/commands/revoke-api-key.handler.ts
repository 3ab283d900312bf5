import { Inject } from '@nestjs/common';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { DomainError } from '#kernel';
import { READ_MODEL_ASIDE, type ReadModelAside, ReadModelUnavailableError, ROWS_LAG, type RowsLag } from '#read-model';
import { COMMAND_DECIDER, type CommandDecider, type Outcome } from '#workspace-head';
import { revokeApiKey, REVOKED_API_KEYS } from '../domain/index.js';
import { KeyUsage } from '../workers/key-usage.js';
import { adminCommand } from './admin-command.js';
import { RevokeApiKey } from './revoke-api-key.command.js';

@CommandHandler(RevokeApiKey)
export class RevokeApiKeyHandler implements ICommandHandler<RevokeApiKey> {
  constructor(
    @Inject(COMMAND_DECIDER) private readonly decider: CommandDecider,
    private readonly usage: KeyUsage,
    @Inject(READ_MODEL_ASIDE) private readonly aside: Pick<ReadModelAside, 'put'>,
    @Inject(ROWS_LAG) private readonly rows: Pick<RowsLag, 'isShared'>,
  ) {}

  /** @throws DomainError `unavailable`: the key is revoked, but other processes cannot be told of it now. */
  async execute({ call, workspaceId, apiKeyId }: RevokeApiKey): Promise<Outcome> {
    const [lastUsedAt] = await this.usage.lastUsed(workspaceId, [apiKeyId]);
    const command = adminCommand(call, workspaceId, revokeApiKey(apiKeyId, lastUsedAt ?? null));
    const outcome = await this.decider.execute(command);
    // Rows that show it tell every process; while they do not, a mark beside them does, before anybody is told
    // "revoked".
    if (!outcome.visible && this.rows.isShared) await this.mark(workspaceId, apiKeyId, outcome.revision);
    return outcome;
  }

  private async mark(workspaceId: string, apiKeyId: string, revision: number): Promise<void> {
    const document = { workspace_id: workspaceId, api_key_id: apiKeyId, revision };
    try {
      await this.aside.put([{ collection: REVOKED_API_KEYS, key: [workspaceId, apiKeyId], document }]);
    } catch (error) {
      if (!(error instanceof ReadModelUnavailableError)) throw error;
      throw new DomainError(
        'unavailable',
        'The key is revoked, but other processes may take it for as long as the read model cannot be written. Send the request again.',
      );
    }
  }
}
