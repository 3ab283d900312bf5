import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { AdminContext } from '#kernel';
import { COMMAND_DECIDER, type CommandDecider, type CommandResult } from '#workspace-head';
import { rotateSigningSecret } from '../domain/decide-workspace.js';
import type { Randomness, SecretBox } from '../domain/secrets.js';
import { newSigningSecret } from '../domain/signing-secret.js';
import { RANDOMNESS, SECRET_BOX } from '../domain/tokens.js';
import { adminCommand } from './admin-command.js';

/** POST /admin/workspaces/{id}/signing-secrets. */
export class RotateSigningSecret extends Command<CommandResult> {
  constructor(
    readonly context: AdminContext,
    readonly workspaceId: string,
    /** Seconds for which earlier secrets keep signing. */
    readonly previousSecretExpiresIn: number,
  ) {
    super();
  }
}

@CommandHandler(RotateSigningSecret)
export class RotateSigningSecretHandler implements ICommandHandler<RotateSigningSecret> {
  constructor(
    @Inject(COMMAND_DECIDER) private readonly decider: CommandDecider,
    @Inject(RANDOMNESS) private readonly randomness: Randomness,
    @Inject(SECRET_BOX) private readonly box: SecretBox,
  ) {}

  async execute({ context, workspaceId, previousSecretExpiresIn }: RotateSigningSecret): Promise<CommandResult> {
    const made = newSigningSecret(this.randomness, this.box, workspaceId);
    return this.decider.execute(adminCommand(context, workspaceId, rotateSigningSecret(made, previousSecretExpiresIn)));
  }
}
