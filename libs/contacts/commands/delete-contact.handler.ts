import { Inject } from '@nestjs/common';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { COMMAND_DECIDER, type CommandDecider, type CommandResult } from '#workspace-head';
import { decideDelete, DeleteContact } from './delete-contact.command.js';

@CommandHandler(DeleteContact)
export class DeleteContactHandler implements ICommandHandler<DeleteContact> {
  constructor(@Inject(COMMAND_DECIDER) private readonly decider: CommandDecider) {}

  execute({ call, contactId }: DeleteContact): Promise<CommandResult> {
    return this.decider.execute(call.command(decideDelete(contactId)));
  }
}
