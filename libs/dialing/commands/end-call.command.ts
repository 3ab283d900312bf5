import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { CommandContext } from '#kernel';
import { COMMAND_DECIDER, type CommandDecider, type CommandResult } from '#workspace-head';
import type { CallDetails } from '../domain/calls/call-details.js';
import { endCall } from '../domain/calls/call-life.js';
import { reindexing } from '../domain/queue/reindex-jobs.js';
import type { EndResult } from '../domain/calls/call-events.js';

/** POST /calls/{callId}/end. */
export class EndCall extends Command<CommandResult> {
  constructor(
    readonly context: CommandContext,
    readonly callId: string,
    readonly result: EndResult,
    readonly details: Partial<CallDetails>,
  ) {
    super();
  }
}

@CommandHandler(EndCall)
export class EndCallHandler implements ICommandHandler<EndCall> {
  constructor(@Inject(COMMAND_DECIDER) private readonly decider: CommandDecider) {}

  /** An attempt that is given back may free other rows of its contact and its number: the answer waits for them. */
  execute({ context, callId, result, details }: EndCall): Promise<CommandResult> {
    return this.decider.execute({ ...context, decide: reindexing(endCall(callId, result, details)) });
  }
}
