import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { CommandContext } from '#kernel';
import { ifMatch } from '#http';
import { COMMAND_DECIDER, type CommandDecider, type CommandResult } from '#workspace-head';
import { deleteDialGroup } from '../domain/decide-dial-group.js';

/** DELETE /dial-groups/{dialGroupId}. */
export class DeleteDialGroup extends Command<CommandResult> {
  constructor(
    readonly context: CommandContext,
    readonly dialGroupId: string,
    /** The If-Match header of the request; undefined without one. */
    readonly ifMatch: string | undefined,
  ) {
    super();
  }
}

@CommandHandler(DeleteDialGroup)
export class DeleteDialGroupHandler implements ICommandHandler<DeleteDialGroup> {
  constructor(@Inject(COMMAND_DECIDER) private readonly decider: CommandDecider) {}

  execute(command: DeleteDialGroup): Promise<CommandResult> {
    const { context, dialGroupId } = command;
    const decide = deleteDialGroup(dialGroupId, (version) => ifMatch(command, version));
    return this.decider.execute({ ...context, decide });
  }
}
