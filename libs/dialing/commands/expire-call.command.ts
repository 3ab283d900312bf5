import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { CommandContext } from '#kernel';
import { COMMAND_DECIDER, type CommandDecider, type CommandResult } from '#workspace-head';
import { expireCall } from '../domain/calls/call-life.js';

/** A call whose lease or wrap-up time has expired; sent by the CallTimerWorker. */
export class ExpireCall extends Command<CommandResult> {
  constructor(
    readonly context: CommandContext,
    readonly callId: string,
  ) {
    super();
  }
}

@CommandHandler(ExpireCall)
export class ExpireCallHandler implements ICommandHandler<ExpireCall> {
  constructor(@Inject(COMMAND_DECIDER) private readonly decider: Pick<CommandDecider, 'execute'>) {}

  execute({ context, callId }: ExpireCall): Promise<CommandResult> {
    return this.decider.execute({ ...context, decide: expireCall(callId) });
  }
}
