import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { CommandContext } from '#kernel';
import { changeMember } from '#dialing/domain';
import { COMMAND_DECIDER, type CommandDecider, type CommandResult } from '#workspace-head';
import type { WantedCallback } from '../domain/callbacks.js';

/** PATCH /smart-lists/{smartListId}/members/{contactId}. */
export class ChangeMember extends Command<CommandResult> {
  constructor(
    readonly context: CommandContext,
    readonly smartListId: string,
    readonly contactId: string,
    /** null: the one it has is cleared. */
    readonly callback: WantedCallback | null,
  ) {
    super();
  }
}

@CommandHandler(ChangeMember)
export class ChangeMemberHandler implements ICommandHandler<ChangeMember> {
  constructor(@Inject(COMMAND_DECIDER) private readonly decider: CommandDecider) {}

  execute({ context, smartListId, contactId, callback }: ChangeMember): Promise<CommandResult> {
    return this.decider.execute({ ...context, decide: changeMember(smartListId, contactId, callback) });
  }
}
