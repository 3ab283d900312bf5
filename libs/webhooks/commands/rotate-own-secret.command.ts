import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { CommandContext, Decide } from '#kernel';
import { COMMAND_DECIDER, type CommandDecider, type CommandResult, shownOnce } from '#workspace-head';
import {
  newSigningSecret,
  RANDOMNESS,
  type Randomness,
  rotateSigningSecret,
  SECRET_BOX,
  type SecretBox,
} from '#workspaces/domain';

/** POST /signing-secrets, with a key of the workspace. */
export class RotateOwnSecret extends Command<CommandResult> {
  constructor(
    readonly context: CommandContext,
    /** Seconds for which earlier secrets keep signing. */
    readonly previousSecretExpiresIn: number,
  ) {
    super();
  }
}

@CommandHandler(RotateOwnSecret)
export class RotateOwnSecretHandler implements ICommandHandler<RotateOwnSecret> {
  constructor(
    @Inject(COMMAND_DECIDER) private readonly decider: CommandDecider,
    @Inject(RANDOMNESS) private readonly randomness: Randomness,
    @Inject(SECRET_BOX) private readonly box: SecretBox,
  ) {}

  async execute({ context, previousSecretExpiresIn }: RotateOwnSecret): Promise<CommandResult> {
    const made = newSigningSecret(this.randomness, this.box, context.workspaceId);
    const rotate = rotateSigningSecret(made, previousSecretExpiresIn);
    // The answer is kept with the Idempotency-Key, so the secret is no part of it.
    const decide: Decide = (view) => ({ ...rotate(view), answer: () => ({ status: 201, body: { ok: true } }) });
    return shownOnce(await this.decider.execute({ ...context, decide }), 'signing_secret', made.secret);
  }
}
