import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { CommandContext } from '#kernel';
import { ifMatch } from '#http';
import { COMMAND_DECIDER, type CommandDecider, type CommandResult } from '#workspace-head';
import { deleteOutcome } from '../domain/decide-outcome.js';

/** DELETE /phone-system/outcomes/{outcomeId}. */
export class DeleteOutcome extends Command<CommandResult> {
  constructor(
    readonly context: CommandContext,
    readonly outcomeId: string,
    /** The If-Match header of the request; undefined without one. */
    readonly ifMatch: string | undefined,
  ) {
    super();
  }
}

@CommandHandler(DeleteOutcome)
export class DeleteOutcomeHandler implements ICommandHandler<DeleteOutcome> {
  constructor(@Inject(COMMAND_DECIDER) private readonly decider: CommandDecider) {}

  execute(command: DeleteOutcome): Promise<CommandResult> {
    const { context, outcomeId } = command;
    const decide = deleteOutcome(outcomeId, (version) => ifMatch(command, version));
    return this.decider.execute({ ...context, decide });
  }
}
