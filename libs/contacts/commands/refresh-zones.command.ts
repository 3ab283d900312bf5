import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { NUMBER_TABLES } from '#eligibility';
import type { CommandContext } from '#kernel';
import { COMMAND_DECIDER, type CommandDecider, type CommandResult } from '#workspace-head';
import { requestZonesRefresh } from '../domain/refresh-zones.js';

/** POST /contacts/refresh-zones. */
export class RefreshZones extends Command<CommandResult> {
  constructor(readonly context: CommandContext) {
    super();
  }
}

@CommandHandler(RefreshZones)
export class RefreshZonesHandler implements ICommandHandler<RefreshZones> {
  constructor(@Inject(COMMAND_DECIDER) private readonly decider: CommandDecider) {}

  execute({ context }: RefreshZones): Promise<CommandResult> {
    return this.decider.execute({ ...context, decide: requestZonesRefresh(NUMBER_TABLES) });
  }
}
