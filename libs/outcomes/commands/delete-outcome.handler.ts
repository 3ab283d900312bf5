import { Inject } from '@nestjs/common';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { ifMatch } from '#http';
import { COMMAND_DECIDER, type CommandDecider, type CommandResult } from '#workspace-head';
import { deleteOutcome } from '../domain/decide-outcome.js';
import { DeleteOutcome } from './delete-outcome.command.js';

@CommandHandler(DeleteOutcome)
export class DeleteOutcomeHandler implements ICommandHandler<DeleteOutcome> {
  constructor(@Inject(COMMAND_DECIDER) private readonly decider: CommandDecider) {}

  async execute({ call, outcomeId }: DeleteOutcome): Promise<CommandResult> {
    return this.decider.execute(call.command(deleteOutcome(outcomeId, (version) => ifMatch(call, version))));
  }
}
