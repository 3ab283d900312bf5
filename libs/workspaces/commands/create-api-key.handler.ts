import { Inject } from '@nestjs/common';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { ID_SOURCE, type IdSource } from '#kernel';
import { COMMAND_DECIDER, type CommandDecider, type CommandResult } from '#workspace-head';
import { createApiKey, KEY_KIND, type KeyKind, RANDOMNESS, type Randomness } from '../domain/index.js';
import { adminCommand } from './admin-command.js';
import { CreateApiKey } from './create-api-key.command.js';
import { makeApiKey } from './make-api-key.js';

@CommandHandler(CreateApiKey)
export class CreateApiKeyHandler implements ICommandHandler<CreateApiKey> {
  constructor(
    @Inject(COMMAND_DECIDER) private readonly decider: CommandDecider,
    @Inject(ID_SOURCE) private readonly ids: IdSource,
    @Inject(RANDOMNESS) private readonly randomness: Randomness,
    @Inject(KEY_KIND) private readonly kind: KeyKind,
  ) {}

  async execute({ call, workspaceId, input }: CreateApiKey): Promise<CommandResult> {
    const { name, scopes, expires_at = null } = input;
    const made = makeApiKey(this.ids, this.randomness, this.kind);
    return this.decider.execute(adminCommand(call, workspaceId, createApiKey(made, { name, scopes, expires_at })));
  }
}
