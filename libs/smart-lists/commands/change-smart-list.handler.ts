import { Inject } from '@nestjs/common';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { ifMatch } from '#http';
import { COMMAND_DECIDER, type CommandDecider, type CommandResult } from '#workspace-head';
import { ChangeSmartList, decideChange } from './change-smart-list.command.js';

@CommandHandler(ChangeSmartList)
export class ChangeSmartListHandler implements ICommandHandler<ChangeSmartList> {
  constructor(@Inject(COMMAND_DECIDER) private readonly decider: CommandDecider) {}

  execute({ call, smartListId, patch }: ChangeSmartList): Promise<CommandResult> {
    return this.decider.execute(call.command(decideChange(smartListId, patch, (version) => ifMatch(call, version))));
  }
}
