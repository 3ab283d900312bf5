import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { type CommandContext, ID_SOURCE, type IdSource } from '#kernel';
import { COMMAND_DECIDER, type CommandDecider, type CommandResult } from '#workspace-head';
import { createOutcome, type NewOutcome } from '../domain/decide-outcome.js';
import { OutcomeContexts } from './outcome-context.js';

/** POST /phone-system/outcomes. */
export class CreateOutcome extends Command<CommandResult> {
  constructor(
    readonly context: CommandContext,
    readonly input: NewOutcome,
  ) {
    super();
  }
}

@CommandHandler(CreateOutcome)
export class CreateOutcomeHandler implements ICommandHandler<CreateOutcome> {
  constructor(
    @Inject(COMMAND_DECIDER) private readonly decider: CommandDecider,
    @Inject(ID_SOURCE) private readonly ids: IdSource,
    private readonly contexts: OutcomeContexts,
  ) {}

  async execute({ context, input }: CreateOutcome): Promise<CommandResult> {
    const outside = this.contexts.for(context.workspaceId, input);
    return this.decider.execute({ ...context, decide: createOutcome(this.ids.next(), input, outside) });
  }
}
