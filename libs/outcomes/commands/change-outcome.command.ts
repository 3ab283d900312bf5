import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { CommandContext } from '#kernel';
import { ifMatch } from '#http';
import { COMMAND_DECIDER, type CommandDecider, type CommandResult } from '#workspace-head';
import { changeOutcome, type OutcomePatch } from '../domain/decide-outcome.js';
import { OutcomeContexts } from './outcome-context.js';

/** PATCH /phone-system/outcomes/{outcomeId}. */
export class ChangeOutcome extends Command<CommandResult> {
  constructor(
    readonly context: CommandContext,
    readonly outcomeId: string,
    readonly patch: OutcomePatch,
    /** The If-Match header of the request; undefined without one. */
    readonly ifMatch: string | undefined,
  ) {
    super();
  }
}

@CommandHandler(ChangeOutcome)
export class ChangeOutcomeHandler implements ICommandHandler<ChangeOutcome> {
  constructor(
    @Inject(COMMAND_DECIDER) private readonly decider: CommandDecider,
    private readonly contexts: OutcomeContexts,
  ) {}

  async execute(command: ChangeOutcome): Promise<CommandResult> {
    const { context, outcomeId, patch } = command;
    const outside = this.contexts.for(context.workspaceId, patch);
    const decide = changeOutcome(outcomeId, patch, outside, (version) => ifMatch(command, version));
    return this.decider.execute({ ...context, decide });
  }
}
