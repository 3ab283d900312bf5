import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { CommandContext } from '#kernel';
import type { ContactReference } from '#contacts/domain';
import { COMMAND_DECIDER, type CommandDecider, type CommandResult } from '#workspace-head';
import { resetMembers } from '../domain/change-members.js';
import { recordedBatch } from './recorded-batch.js';

/** POST /smart-lists/{smartListId}/members/batch-reset. */
export class ResetMembers extends Command<CommandResult> {
  constructor(
    readonly context: CommandContext,
    readonly smartListId: string,
    readonly references: readonly ContactReference[],
  ) {
    super();
  }
}

@CommandHandler(ResetMembers)
export class ResetMembersHandler implements ICommandHandler<ResetMembers> {
  constructor(@Inject(COMMAND_DECIDER) private readonly decider: CommandDecider) {}

  execute({ context, smartListId, references }: ResetMembers): Promise<CommandResult> {
    return this.decider.execute({
      ...context,
      decide: resetMembers({ smartListId, references }),
      recordedBody: recordedBatch(references),
    });
  }
}
