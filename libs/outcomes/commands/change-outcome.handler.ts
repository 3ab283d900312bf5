import { Inject } from '@nestjs/common';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { ifMatch } from '#http';
import { COMMAND_DECIDER, type CommandDecider, type CommandResult } from '#workspace-head';
import { changeOutcome } from '../domain/decide-outcome.js';
import { ChangeOutcome } from './change-outcome.command.js';
import { OutcomeContexts } from './outcome-context.js';

@CommandHandler(ChangeOutcome)
export class ChangeOutcomeHandler implements ICommandHandler<ChangeOutcome> {
  constructor(
    @Inject(COMMAND_DECIDER) private readonly decider: CommandDecider,
    private readonly contexts: OutcomeContexts,
  ) {}

  async execute({ call, outcomeId, patch }: ChangeOutcome): Promise<CommandResult> {
    const context = this.contexts.for(call.workspaceId, patch);
    const decide = changeOutcome(outcomeId, patch, context, (version) => ifMatch(call, version));
    return this.decider.execute(call.command(decide));
  }
}
