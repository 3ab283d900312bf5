import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { CommandContext } from '#kernel';
import { ifMatch } from '#http';
import { COMMAND_DECIDER, type CommandDecider, type CommandResult } from '#workspace-head';
import { deleteCallingHours } from '../domain/decide-calling-hours.js';

/** DELETE /calling-hours/{callingHoursId}. */
export class DeleteCallingHours extends Command<CommandResult> {
  constructor(
    readonly context: CommandContext,
    readonly callingHoursId: string,
    /** The If-Match header of the request; undefined without one. */
    readonly ifMatch: string | undefined,
  ) {
    super();
  }
}

@CommandHandler(DeleteCallingHours)
export class DeleteCallingHoursHandler implements ICommandHandler<DeleteCallingHours> {
  constructor(@Inject(COMMAND_DECIDER) private readonly decider: CommandDecider) {}

  execute(command: DeleteCallingHours): Promise<CommandResult> {
    const { context, callingHoursId } = command;
    const decide = deleteCallingHours(callingHoursId, (version) => ifMatch(command, version));
    return this.decider.execute({ ...context, decide });
  }
}
