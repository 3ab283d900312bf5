import { Inject } from '@nestjs/common';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { COMMAND_DECIDER, type CommandDecider, type CommandResult } from '#workspace-head';
import {
  newSigningSecret,
  RANDOMNESS,
  type Randomness,
  rotateSigningSecret,
  SECRET_BOX,
  type SecretBox,
} from '../domain/index.js';
import { adminCommand } from './admin-command.js';
import { RotateSigningSecret } from './rotate-signing-secret.command.js';

@CommandHandler(RotateSigningSecret)
export class RotateSigningSecretHandler implements ICommandHandler<RotateSigningSecret> {
  constructor(
    @Inject(COMMAND_DECIDER) private readonly decider: CommandDecider,
    @Inject(RANDOMNESS) private readonly randomness: Randomness,
    @Inject(SECRET_BOX) private readonly box: SecretBox,
  ) {}

  async execute({ call, workspaceId, previousSecretExpiresIn }: RotateSigningSecret): Promise<CommandResult> {
    const made = newSigningSecret(this.randomness, this.box, workspaceId);
    return this.decider.execute(adminCommand(call, workspaceId, rotateSigningSecret(made, previousSecretExpiresIn)));
  }
}
