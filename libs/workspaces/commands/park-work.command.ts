import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { CommandContext } from '#kernel';
import { COMMAND_DECIDER, type CommandDecider, type CommandResult } from '#workspace-head';
import { parkWork, type WorkFailure } from '../domain/decide-parked-work.js';
import type { ParkedItem } from '../domain/parked-work.js';

/** An item of a to-do list has failed too often; sent by its worker. */
export class ParkWork extends Command<CommandResult> {
  constructor(
    readonly context: CommandContext,
    readonly item: ParkedItem,
    readonly failure: WorkFailure,
    /** The id of the item, if it was never parked before. */
    readonly newId: string,
  ) {
    super();
  }
}

@CommandHandler(ParkWork)
export class ParkWorkHandler implements ICommandHandler<ParkWork> {
  constructor(@Inject(COMMAND_DECIDER) private readonly decider: Pick<CommandDecider, 'execute'>) {}

  execute({ context, item, failure, newId }: ParkWork): Promise<CommandResult> {
    return this.decider.execute({ ...context, decide: parkWork(item, failure, newId) });
  }
}
