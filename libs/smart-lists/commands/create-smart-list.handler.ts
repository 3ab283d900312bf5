import { Inject } from '@nestjs/common';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { ID_SOURCE, type IdSource } from '#kernel';
import { COMMAND_DECIDER, type CommandDecider, type CommandResult } from '#workspace-head';
import { CreateSmartList, decideCreate } from './create-smart-list.command.js';

@CommandHandler(CreateSmartList)
export class CreateSmartListHandler implements ICommandHandler<CreateSmartList> {
  constructor(
    @Inject(COMMAND_DECIDER) private readonly decider: CommandDecider,
    @Inject(ID_SOURCE) private readonly ids: IdSource,
  ) {}

  execute({ call, input }: CreateSmartList): Promise<CommandResult> {
    return this.decider.execute(call.command(decideCreate(this.ids.next(), input)));
  }
}
