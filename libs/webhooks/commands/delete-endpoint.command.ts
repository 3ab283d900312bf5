import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { CommandContext } from '#kernel';
import { ifMatch } from '#http';
import { COMMAND_DECIDER, type CommandDecider, type CommandResult } from '#workspace-head';
import { deleteEndpoint } from '../domain/index.js';

/** DELETE /webhook-endpoints/{endpointId}. */
export class DeleteEndpoint extends Command<CommandResult> {
  constructor(
    readonly context: CommandContext,
    readonly endpointId: string,
    /** The If-Match header of the request; undefined without one. */
    readonly ifMatch: string | undefined,
  ) {
    super();
  }
}

@CommandHandler(DeleteEndpoint)
export class DeleteEndpointHandler implements ICommandHandler<DeleteEndpoint> {
  constructor(@Inject(COMMAND_DECIDER) private readonly decider: CommandDecider) {}

  execute(command: DeleteEndpoint): Promise<CommandResult> {
    const { context, endpointId } = command;
    const decide = deleteEndpoint(endpointId, (version) => ifMatch(command, version));
    return this.decider.execute({ ...context, decide });
  }
}
