import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { CommandContext } from '#kernel';
import { ifMatch } from '#http';
import { COMMAND_DECIDER, type CommandDecider, type CommandResult } from '#workspace-head';
import { changeDialGroup, type DialGroupPatch } from '../domain/decide-dial-group.js';

/** PATCH /dial-groups/{dialGroupId}. */
export class ChangeDialGroup extends Command<CommandResult> {
  constructor(
    readonly context: CommandContext,
    readonly dialGroupId: string,
    readonly patch: DialGroupPatch,
    /** The If-Match header of the request; undefined without one. */
    readonly ifMatch: string | undefined,
  ) {
    super();
  }
}

@CommandHandler(ChangeDialGroup)
export class ChangeDialGroupHandler implements ICommandHandler<ChangeDialGroup> {
  constructor(@Inject(COMMAND_DECIDER) private readonly decider: CommandDecider) {}

  execute(command: ChangeDialGroup): Promise<CommandResult> {
    const { context, dialGroupId, patch } = command;
    const decide = changeDialGroup(dialGroupId, patch, (version) => ifMatch(command, version));
    return this.decider.execute({ ...context, decide });
  }
}
