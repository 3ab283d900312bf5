import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { CommandContext } from '#kernel';
import { COMMAND_DECIDER, type CommandDecider, type CommandResult } from '#workspace-head';
import { endCall } from '../domain/calls/call-life.js';
import type { EndResult } from '../domain/calls/call.js';

/** POST /calls/{callId}/end. */
export class EndCall extends Command<CommandResult> {
  constructor(
    readonly context: CommandContext,
    readonly callId: string,
    readonly result: EndResult,
  ) {
    super();
  }
}

@CommandHandler(EndCall)
export class EndCallHandler implements ICommandHandler<EndCall> {
  constructor(@Inject(COMMAND_DECIDER) private readonly decider: CommandDecider) {}

  execute({ context, callId, result }: EndCall): Promise<CommandResult> {
    return this.decider.execute({ ...context, decide: endCall(callId, result) });
  }
}
