import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { CommandContext } from '#kernel';
import { COMMAND_DECIDER, type CommandDecider, type CommandResult } from '#workspace-head';
import { completeErasure } from '../domain/erase-contacts.js';

/** Nothing personal of a contact that was erased is left; sent by the ErasureWorker. */
export class CompleteErasure extends Command<CommandResult> {
  constructor(
    readonly context: CommandContext,
    readonly contactId: string,
    /** Revision of the `ContactErased` that is completed. */
    readonly erasedRevision: number,
  ) {
    super();
  }
}

@CommandHandler(CompleteErasure)
export class CompleteErasureHandler implements ICommandHandler<CompleteErasure> {
  constructor(@Inject(COMMAND_DECIDER) private readonly decider: Pick<CommandDecider, 'execute'>) {}

  execute({ context, contactId, erasedRevision }: CompleteErasure): Promise<CommandResult> {
    return this.decider.execute({ ...context, decide: completeErasure(contactId, erasedRevision) });
  }
}
