import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { type AddressRange, type CommandContext, ID_SOURCE, type IdSource } from '#kernel';
import { COMMAND_DECIDER, type CommandDecider, type CommandResult, shownOnce } from '#workspace-head';
import { newSigningSecret, RANDOMNESS, type Randomness, SECRET_BOX, type SecretBox } from '#workspaces/domain';
import { ALLOWED_ADDRESSES, createEndpoint, type NewEndpoint } from '../domain/index.js';

/** POST /webhook-endpoints. */
export class CreateEndpoint extends Command<CommandResult> {
  constructor(
    readonly context: CommandContext,
    readonly input: NewEndpoint,
  ) {
    super();
  }
}

@CommandHandler(CreateEndpoint)
export class CreateEndpointHandler implements ICommandHandler<CreateEndpoint> {
  constructor(
    @Inject(COMMAND_DECIDER) private readonly decider: CommandDecider,
    @Inject(ID_SOURCE) private readonly ids: IdSource,
    @Inject(RANDOMNESS) private readonly randomness: Randomness,
    @Inject(SECRET_BOX) private readonly box: SecretBox,
    @Inject(ALLOWED_ADDRESSES) private readonly allowed: readonly AddressRange[],
  ) {}

  async execute({ context, input }: CreateEndpoint): Promise<CommandResult> {
    const made = newSigningSecret(this.randomness, this.box, context.workspaceId);
    const decide = createEndpoint(this.ids.next(), input, made.ciphertext, this.allowed);
    return shownOnce(await this.decider.execute({ ...context, decide }), 'secret', made.secret);
  }
}
