import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { CommandContext } from '#kernel';
import type { ContactReference } from '#contacts/domain';
import { COMMAND_DECIDER, type CommandDecider, type CommandResult } from '#workspace-head';
import { addMembers } from '../domain/change-members.js';
import { recordedBatch } from './recorded-batch.js';

/** POST /smart-lists/{smartListId}/members/batch. */
export class AddMembers extends Command<CommandResult> {
  constructor(
    readonly context: CommandContext,
    readonly smartListId: string,
    readonly references: readonly ContactReference[],
  ) {
    super();
  }
}

@CommandHandler(AddMembers)
export class AddMembersHandler implements ICommandHandler<AddMembers> {
  constructor(@Inject(COMMAND_DECIDER) private readonly decider: CommandDecider) {}

  execute({ context, smartListId, references }: AddMembers): Promise<CommandResult> {
    return this.decider.execute({
      ...context,
      decide: addMembers({ smartListId, references, source: 'api' }),
      recordedBody: recordedBatch(references),
    });
  }
}
