import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { CommandContext } from '#kernel';
import { COMMAND_DECIDER, type CommandDecider, type CommandResult } from '#workspace-head';
import { changeDialing } from '../domain/queue/pause.js';

/** PATCH /dialer: the emergency stop of a workspace, and its end. */
export class PauseDialing extends Command<CommandResult> {
  constructor(
    readonly context: CommandContext,
    readonly isToPause: boolean,
  ) {
    super();
  }
}

@CommandHandler(PauseDialing)
export class PauseDialingHandler implements ICommandHandler<PauseDialing> {
  constructor(@Inject(COMMAND_DECIDER) private readonly decider: CommandDecider) {}

  execute({ context, isToPause }: PauseDialing): Promise<CommandResult> {
    return this.decider.execute({ ...context, decide: changeDialing(isToPause) });
  }
}
