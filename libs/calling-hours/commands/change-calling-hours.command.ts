import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { CommandContext } from '#kernel';
import { ifMatch } from '#http';
import { COMMAND_DECIDER, type CommandDecider, type CommandResult } from '#workspace-head';
import { changeCallingHours, type CallingHoursPatch } from '../domain/decide-calling-hours.js';

/** PATCH /calling-hours/{callingHoursId}. */
export class ChangeCallingHours extends Command<CommandResult> {
  constructor(
    readonly context: CommandContext,
    readonly callingHoursId: string,
    readonly patch: CallingHoursPatch,
    /** The If-Match header of the request; undefined without one. */
    readonly ifMatch: string | undefined,
  ) {
    super();
  }
}

@CommandHandler(ChangeCallingHours)
export class ChangeCallingHoursHandler implements ICommandHandler<ChangeCallingHours> {
  constructor(@Inject(COMMAND_DECIDER) private readonly decider: CommandDecider) {}

  execute(command: ChangeCallingHours): Promise<CommandResult> {
    const { context, callingHoursId, patch } = command;
    const decide = changeCallingHours(callingHoursId, patch, (version) => ifMatch(command, version));
    return this.decider.execute({ ...context, decide });
  }
}
