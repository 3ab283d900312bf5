import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { CommandContext } from '#kernel';
import type { ContactReference } from '#contacts/domain';
import { COMMAND_DECIDER, type CommandDecider, type CommandResult } from '#workspace-head';
import { removeMembers } from '../domain/change-members.js';
import { recordedBatch } from './recorded-batch.js';

/** POST /smart-lists/{smartListId}/members/batch-remove. */
export class RemoveMembers extends Command<CommandResult> {
  constructor(
    readonly context: CommandContext,
    readonly smartListId: string,
    readonly references: readonly ContactReference[],
  ) {
    super();
  }
}

@CommandHandler(RemoveMembers)
export class RemoveMembersHandler implements ICommandHandler<RemoveMembers> {
  constructor(@Inject(COMMAND_DECIDER) private readonly decider: CommandDecider) {}

  execute({ context, smartListId, references }: RemoveMembers): Promise<CommandResult> {
    return this.decider.execute({
      ...context,
      decide: removeMembers({ smartListId, references }),
      recordedBody: recordedBatch(references),
    });
  }
}
