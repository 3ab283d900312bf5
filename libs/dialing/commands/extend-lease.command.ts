import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { CommandContext } from '#kernel';
import { COMMAND_DECIDER, type CommandDecider, type CommandResult } from '#workspace-head';
import { extendLease } from '../domain/calls/call-life.js';

/** POST /calls/{callId}/heartbeat. */
export class ExtendLease extends Command<CommandResult> {
  constructor(
    readonly context: CommandContext,
    readonly callId: string,
  ) {
    super();
  }
}

@CommandHandler(ExtendLease)
export class ExtendLeaseHandler implements ICommandHandler<ExtendLease> {
  constructor(@Inject(COMMAND_DECIDER) private readonly decider: CommandDecider) {}

  execute({ context, callId }: ExtendLease): Promise<CommandResult> {
    return this.decider.execute({ ...context, decide: extendLease(callId) });
  }
}
