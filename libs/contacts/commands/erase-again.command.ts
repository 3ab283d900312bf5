import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { CommandContext } from '#kernel';
import { COMMAND_DECIDER, type CommandDecider, type CommandResult } from '#workspace-head';
import { eraseAgain } from '../domain/erase-contacts.js';

/** Keys of contacts that were erased before are there again; sent before a process is ready. */
export class EraseAgain extends Command<CommandResult> {
  constructor(
    readonly context: CommandContext,
    readonly contactIds: readonly string[],
  ) {
    super();
  }
}

@CommandHandler(EraseAgain)
export class EraseAgainHandler implements ICommandHandler<EraseAgain> {
  constructor(@Inject(COMMAND_DECIDER) private readonly decider: Pick<CommandDecider, 'execute'>) {}

  execute({ context, contactIds }: EraseAgain): Promise<CommandResult> {
    return this.decider.execute({ ...context, decide: eraseAgain(contactIds) });
  }
}
