import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { type CommandContext, ID_SOURCE, type IdSource } from '#kernel';
import { reindexing } from '#dialing/domain';
import { COMMAND_DECIDER, type CommandDecider, type CommandResult } from '#workspace-head';
import { createCallingHours, type NewCallingHours } from '../domain/decide-calling-hours.js';

/** POST /calling-hours. */
export class CreateCallingHours extends Command<CommandResult> {
  constructor(
    readonly context: CommandContext,
    readonly input: NewCallingHours,
  ) {
    super();
  }
}

@CommandHandler(CreateCallingHours)
export class CreateCallingHoursHandler implements ICommandHandler<CreateCallingHours> {
  constructor(
    @Inject(COMMAND_DECIDER) private readonly decider: CommandDecider,
    @Inject(ID_SOURCE) private readonly ids: IdSource,
  ) {}

  execute({ context, input }: CreateCallingHours): Promise<CommandResult> {
    return this.decider.execute({ ...context, decide: reindexing(createCallingHours(this.ids.next(), input)) });
  }
}
