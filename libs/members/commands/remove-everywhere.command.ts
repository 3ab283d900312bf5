import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { CommandContext } from '#kernel';
import type { ContactReference } from '#contacts/domain';
import { COMMAND_DECIDER, type CommandDecider, type CommandResult } from '#workspace-head';
import { removeEverywhere } from '../domain/change-members.js';
import { recordedBatch } from './recorded-batch.js';

/** POST /smart-list-members/batch-remove. */
export class RemoveEverywhere extends Command<CommandResult> {
  constructor(
    readonly context: CommandContext,
    readonly references: readonly ContactReference[],
  ) {
    super();
  }
}

@CommandHandler(RemoveEverywhere)
export class RemoveEverywhereHandler implements ICommandHandler<RemoveEverywhere> {
  constructor(@Inject(COMMAND_DECIDER) private readonly decider: CommandDecider) {}

  execute({ context, references }: RemoveEverywhere): Promise<CommandResult> {
    return this.decider.execute({
      ...context,
      decide: removeEverywhere(references),
      recordedBody: recordedBatch(references),
    });
  }
}
