import { Inject } from '@nestjs/common';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { ID_SOURCE, type IdSource } from '#kernel';
import { COMMAND_DECIDER, type CommandDecider, type CommandResult } from '#workspace-head';
import { CloneSmartList, decideClone } from './clone-smart-list.command.js';

@CommandHandler(CloneSmartList)
export class CloneSmartListHandler implements ICommandHandler<CloneSmartList> {
  constructor(
    @Inject(COMMAND_DECIDER) private readonly decider: CommandDecider,
    @Inject(ID_SOURCE) private readonly ids: IdSource,
  ) {}

  execute({ call, smartListId, name }: CloneSmartList): Promise<CommandResult> {
    return this.decider.execute(call.command(decideClone(smartListId, this.ids.next(), name)));
  }
}
