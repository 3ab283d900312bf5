import { Inject } from '@nestjs/common';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { ID_SOURCE, type IdSource } from '#kernel';
import { COMMAND_DECIDER, type CommandDecider, type CommandResult } from '#workspace-head';
import { createOutcome } from '../domain/decide-outcome.js';
import { CreateOutcome } from './create-outcome.command.js';
import { OutcomeContexts } from './outcome-context.js';

@CommandHandler(CreateOutcome)
export class CreateOutcomeHandler implements ICommandHandler<CreateOutcome> {
  constructor(
    @Inject(COMMAND_DECIDER) private readonly decider: CommandDecider,
    @Inject(ID_SOURCE) private readonly ids: IdSource,
    private readonly contexts: OutcomeContexts,
  ) {}

  async execute({ call, input }: CreateOutcome): Promise<CommandResult> {
    const context = this.contexts.for(call.workspaceId, input);
    return this.decider.execute(call.command(createOutcome(this.ids.next(), input, context)));
  }
}
