import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { CommandContext } from '#kernel';
import { COMMAND_DECIDER, type CommandDecider, type CommandResult } from '#workspace-head';
import { type NamedMember, tellDue } from '../domain/callbacks/tell-due.js';

/** Callbacks whose instant has come, if it has; sent by the DueCallbackWorker. */
export class TellDueCallbacks extends Command<CommandResult> {
  constructor(
    readonly context: CommandContext,
    readonly members: readonly NamedMember[],
  ) {
    super();
  }
}

@CommandHandler(TellDueCallbacks)
export class TellDueCallbacksHandler implements ICommandHandler<TellDueCallbacks> {
  constructor(@Inject(COMMAND_DECIDER) private readonly decider: Pick<CommandDecider, 'execute'>) {}

  execute({ context, members }: TellDueCallbacks): Promise<CommandResult> {
    return this.decider.execute({ ...context, decide: tellDue(members) });
  }
}
