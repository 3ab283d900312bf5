import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { CommandContext } from '#kernel';
import { eraseCalls } from '#dialing/domain';
import { COMMAND_DECIDER, type CommandDecider, type CommandResult } from '#workspace-head';
import { newNumberKey, RANDOMNESS, type Randomness } from '#workspaces/domain';

/** The next finished calls of a contact that was erased; sent by the ErasureWorker. */
export class EraseCalls extends Command<CommandResult> {
  constructor(
    readonly context: CommandContext,
    readonly contactId: string,
    readonly callIds: readonly string[],
  ) {
    super();
  }
}

@CommandHandler(EraseCalls)
export class EraseCallsHandler implements ICommandHandler<EraseCalls> {
  constructor(
    @Inject(COMMAND_DECIDER) private readonly decider: Pick<CommandDecider, 'execute'>,
    @Inject(RANDOMNESS) private readonly randomness: Randomness,
  ) {}

  execute({ context, contactId, callIds }: EraseCalls): Promise<CommandResult> {
    const decide = eraseCalls(contactId, callIds, newNumberKey(this.randomness));
    return this.decider.execute({ ...context, decide });
  }
}
