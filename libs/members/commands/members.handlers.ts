import { Inject } from '@nestjs/common';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { COMMAND_DECIDER, type CommandDecider, type CommandResult } from '#workspace-head';
import { addMembers, removeEverywhere, removeMembers } from '../domain/change-members.js';
import { AddMembers, RemoveEverywhere, RemoveMembers } from './members.commands.js';

@CommandHandler(AddMembers)
export class AddMembersHandler implements ICommandHandler<AddMembers> {
  constructor(@Inject(COMMAND_DECIDER) private readonly decider: CommandDecider) {}

  execute({ call, smartListId, references }: AddMembers): Promise<CommandResult> {
    return this.decider.execute(call.command(addMembers({ smartListId, references, source: 'api' })));
  }
}

@CommandHandler(RemoveMembers)
export class RemoveMembersHandler implements ICommandHandler<RemoveMembers> {
  constructor(@Inject(COMMAND_DECIDER) private readonly decider: CommandDecider) {}

  execute({ call, smartListId, references }: RemoveMembers): Promise<CommandResult> {
    return this.decider.execute(call.command(removeMembers({ smartListId, references })));
  }
}

@CommandHandler(RemoveEverywhere)
export class RemoveEverywhereHandler implements ICommandHandler<RemoveEverywhere> {
  constructor(@Inject(COMMAND_DECIDER) private readonly decider: CommandDecider) {}

  execute({ call, references }: RemoveEverywhere): Promise<CommandResult> {
    return this.decider.execute(call.command(removeEverywhere(references)));
  }
}
