import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { CommandContext } from '#kernel';
import { COMMAND_DECIDER, type CommandDecider, type CommandResult } from '#workspace-head';
import type { CallDetails } from '../domain/calls/call-details.js';
import { changeCall } from '../domain/calls/call-life.js';

/** PATCH /calls/{callId}. */
export class ChangeCall extends Command<CommandResult> {
  constructor(
    readonly context: CommandContext,
    readonly callId: string,
    readonly details: Partial<CallDetails>,
  ) {
    super();
  }
}

@CommandHandler(ChangeCall)
export class ChangeCallHandler implements ICommandHandler<ChangeCall> {
  constructor(@Inject(COMMAND_DECIDER) private readonly decider: CommandDecider) {}

  execute({ context, callId, details }: ChangeCall): Promise<CommandResult> {
    return this.decider.execute({ ...context, decide: changeCall(callId, details) });
  }
}
