import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { CommandContext } from '#kernel';
import { COMMAND_DECIDER, type CommandDecider, type CommandResult } from '#workspace-head';
import { confirmErasure } from '../domain/erase-contacts.js';

/** Whether an erasure is under way still, by the log; sent by the ErasureWorker before it shreds keys. */
export class ConfirmErasure extends Command<CommandResult> {
  constructor(
    readonly context: CommandContext,
    readonly contactId: string,
    /** Revision of its `ContactErased`. */
    readonly erasedRevision: number,
  ) {
    super();
  }
}

@CommandHandler(ConfirmErasure)
export class ConfirmErasureHandler implements ICommandHandler<ConfirmErasure> {
  constructor(@Inject(COMMAND_DECIDER) private readonly decider: Pick<CommandDecider, 'execute'>) {}

  execute({ context, contactId, erasedRevision }: ConfirmErasure): Promise<CommandResult> {
    return this.decider.execute({ ...context, decide: confirmErasure(contactId, erasedRevision) });
  }
}
