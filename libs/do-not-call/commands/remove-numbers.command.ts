import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { holdersOfNumbers } from '#contacts/domain';
import { reindexing } from '#dialing/domain';
import type { CommandContext } from '#kernel';
import { COMMAND_DECIDER, type CommandDecider, type CommandResult } from '#workspace-head';
import { removeNumbers } from '../domain/change-register.js';

/** POST /do-not-call/batch-remove. */
export class RemoveNumbers extends Command<CommandResult> {
  constructor(
    readonly context: CommandContext,
    /** E.164. */
    readonly phones: readonly string[],
  ) {
    super();
  }
}

@CommandHandler(RemoveNumbers)
export class RemoveNumbersHandler implements ICommandHandler<RemoveNumbers> {
  constructor(@Inject(COMMAND_DECIDER) private readonly decider: CommandDecider) {}

  execute({ context, phones }: RemoveNumbers): Promise<CommandResult> {
    return this.decider.execute({ ...context, decide: reindexing(removeNumbers(phones, holdersOfNumbers)) });
  }
}
