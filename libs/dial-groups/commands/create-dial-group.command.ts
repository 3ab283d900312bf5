import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { type CommandContext, ID_SOURCE, type IdSource } from '#kernel';
import { COMMAND_DECIDER, type CommandDecider, type CommandResult } from '#workspace-head';
import { createDialGroup } from '../domain/decide-dial-group.js';
import type { DialGroupSettings } from '../domain/dial-group.js';

/** POST /dial-groups. */
export class CreateDialGroup extends Command<CommandResult> {
  constructor(
    readonly context: CommandContext,
    readonly input: DialGroupSettings,
  ) {
    super();
  }
}

@CommandHandler(CreateDialGroup)
export class CreateDialGroupHandler implements ICommandHandler<CreateDialGroup> {
  constructor(
    @Inject(COMMAND_DECIDER) private readonly decider: CommandDecider,
    @Inject(ID_SOURCE) private readonly ids: IdSource,
  ) {}

  execute({ context, input }: CreateDialGroup): Promise<CommandResult> {
    return this.decider.execute({ ...context, decide: createDialGroup(this.ids.next(), input) });
  }
}
