import { Inject } from '@nestjs/common';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { COMMAND_DECIDER, type CommandDecider, type Outcome } from '#workspace-head';
import { revokeApiKey } from '../domain/index.js';
import { KeyUsage } from '../workers/key-usage.js';
import { adminCommand } from './admin-command.js';
import { RevokeApiKey } from './revoke-api-key.command.js';

@CommandHandler(RevokeApiKey)
export class RevokeApiKeyHandler implements ICommandHandler<RevokeApiKey> {
  constructor(
    @Inject(COMMAND_DECIDER) private readonly decider: CommandDecider,
    private readonly usage: KeyUsage,
  ) {}

  async execute({ call, workspaceId, apiKeyId }: RevokeApiKey): Promise<Outcome> {
    const [lastUsedAt] = await this.usage.lastUsed(workspaceId, [apiKeyId]);
    return this.decider.execute(adminCommand(call, workspaceId, revokeApiKey(apiKeyId, lastUsedAt ?? null)));
  }
}
