import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { CommandContext } from '#kernel';
import { COMMAND_DECIDER, type CommandDecider, type CommandResult, shownOnce } from '#workspace-head';
import { newSigningSecret, RANDOMNESS, type Randomness, SECRET_BOX, type SecretBox } from '#workspaces/domain';
import { rotateEndpointSecret } from '../domain/index.js';

/** POST /webhook-endpoints/{endpointId}/signing-secrets. */
export class RotateEndpointSecret extends Command<CommandResult> {
  constructor(
    readonly context: CommandContext,
    readonly endpointId: string,
    /** Seconds for which earlier secrets keep signing. */
    readonly previousSecretExpiresIn: number,
  ) {
    super();
  }
}

@CommandHandler(RotateEndpointSecret)
export class RotateEndpointSecretHandler implements ICommandHandler<RotateEndpointSecret> {
  constructor(
    @Inject(COMMAND_DECIDER) private readonly decider: CommandDecider,
    @Inject(RANDOMNESS) private readonly randomness: Randomness,
    @Inject(SECRET_BOX) private readonly box: SecretBox,
  ) {}

  async execute({ context, endpointId, previousSecretExpiresIn }: RotateEndpointSecret): Promise<CommandResult> {
    const made = newSigningSecret(this.randomness, this.box, context.workspaceId);
    const decide = rotateEndpointSecret(endpointId, made.ciphertext, previousSecretExpiresIn);
    return shownOnce(await this.decider.execute({ ...context, decide }), 'signing_secret', made.secret);
  }
}
