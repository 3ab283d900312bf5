import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { AddressRange, CommandContext } from '#kernel';
import { ifMatch } from '#http';
import { COMMAND_DECIDER, type CommandDecider, type CommandResult } from '#workspace-head';
import { ALLOWED_ADDRESSES, changeEndpoint, type EndpointPatch } from '../domain/index.js';

/** PATCH /webhook-endpoints/{endpointId}. */
export class ChangeEndpoint extends Command<CommandResult> {
  constructor(
    readonly context: CommandContext,
    readonly endpointId: string,
    readonly patch: EndpointPatch,
    /** The If-Match header of the request; undefined without one. */
    readonly ifMatch: string | undefined,
  ) {
    super();
  }
}

@CommandHandler(ChangeEndpoint)
export class ChangeEndpointHandler implements ICommandHandler<ChangeEndpoint> {
  constructor(
    @Inject(COMMAND_DECIDER) private readonly decider: CommandDecider,
    @Inject(ALLOWED_ADDRESSES) private readonly allowed: readonly AddressRange[],
  ) {}

  async execute(command: ChangeEndpoint): Promise<CommandResult> {
    const { context, endpointId, patch } = command;
    const decide = changeEndpoint(endpointId, patch, this.allowed, (version) => ifMatch(command, version));
    return this.decider.execute({ ...context, decide });
  }
}
