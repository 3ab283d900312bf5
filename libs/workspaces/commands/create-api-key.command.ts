import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { type AdminContext, ID_SOURCE, type IdSource, type Instant, type Scope } from '#kernel';
import { COMMAND_DECIDER, type CommandDecider, type CommandResult } from '#workspace-head';
import { createApiKey } from '../domain/decide-api-key.js';
import type { KeyKind } from '../domain/key-text.js';
import { KEY_KIND, RANDOMNESS } from '../domain/tokens.js';
import type { Randomness } from '../domain/secrets.js';
import { adminCommand } from './admin-command.js';
import { makeApiKey } from './make-api-key.js';

/** POST /admin/workspaces/{id}/api-keys. */
export class CreateApiKey extends Command<CommandResult> {
  constructor(
    readonly context: AdminContext,
    readonly workspaceId: string,
    readonly input: {
      readonly name: string;
      readonly scopes: readonly Scope[];
      readonly expires_at?: Instant | null | undefined;
    },
  ) {
    super();
  }
}

@CommandHandler(CreateApiKey)
export class CreateApiKeyHandler implements ICommandHandler<CreateApiKey> {
  constructor(
    @Inject(COMMAND_DECIDER) private readonly decider: CommandDecider,
    @Inject(ID_SOURCE) private readonly ids: IdSource,
    @Inject(RANDOMNESS) private readonly randomness: Randomness,
    @Inject(KEY_KIND) private readonly kind: KeyKind,
  ) {}

  async execute({ context, workspaceId, input }: CreateApiKey): Promise<CommandResult> {
    const { name, scopes, expires_at = null } = input;
    const made = makeApiKey(this.ids, this.randomness, this.kind);
    return this.decider.execute(adminCommand(context, workspaceId, createApiKey(made, { name, scopes, expires_at })));
  }
}
