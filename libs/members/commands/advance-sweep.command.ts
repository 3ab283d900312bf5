import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { CommandContext } from '#kernel';
import { membersInCall } from '#dialing/domain';
import { COMMAND_DECIDER, type CommandDecider, type CommandResult } from '#workspace-head';
import { advanceSweep } from '../domain/sweep.js';

/** The next chunk of a long sweep; sent by the SweepWorker. The answer's body says `done`. */
export class AdvanceSweep extends Command<CommandResult> {
  constructor(
    readonly context: CommandContext,
    /** The cause of the sweep: the list that was deleted, or the list and its version with the lowered cap. */
    readonly cause: string,
  ) {
    super();
  }
}

@CommandHandler(AdvanceSweep)
export class AdvanceSweepHandler implements ICommandHandler<AdvanceSweep> {
  constructor(@Inject(COMMAND_DECIDER) private readonly decider: Pick<CommandDecider, 'execute'>) {}

  execute({ context, cause }: AdvanceSweep): Promise<CommandResult> {
    return this.decider.execute({ ...context, decide: advanceSweep(cause, membersInCall) });
  }
}
