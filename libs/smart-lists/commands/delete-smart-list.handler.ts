import { Inject } from '@nestjs/common';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { ifMatch } from '#http';
import { COMMAND_DECIDER, type CommandDecider, type CommandResult } from '#workspace-head';
import { DeleteSmartList, decideDelete } from './delete-smart-list.command.js';

@CommandHandler(DeleteSmartList)
export class DeleteSmartListHandler implements ICommandHandler<DeleteSmartList> {
  constructor(@Inject(COMMAND_DECIDER) private readonly decider: CommandDecider) {}

  execute({ call, smartListId }: DeleteSmartList): Promise<CommandResult> {
    return this.decider.execute(call.command(decideDelete(smartListId, (version) => ifMatch(call, version))));
  }
}
