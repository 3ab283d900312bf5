import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { NUMBER_TABLES } from '#eligibility';
import type { CommandContext } from '#kernel';
import { COMMAND_DECIDER, type CommandDecider, type CommandResult } from '#workspace-head';
import { advanceZonesRefresh } from '../domain/refresh-zones.js';

/** The next chunk of contacts to be told anew; sent by the ZonesRefreshWorker. The answer's body says `done`. */
export class TellZones extends Command<CommandResult> {
  constructor(readonly context: CommandContext) {
    super();
  }
}

@CommandHandler(TellZones)
export class TellZonesHandler implements ICommandHandler<TellZones> {
  constructor(@Inject(COMMAND_DECIDER) private readonly decider: CommandDecider) {}

  execute({ context }: TellZones): Promise<CommandResult> {
    return this.decider.execute({ ...context, decide: advanceZonesRefresh(NUMBER_TABLES) });
  }
}
