import { Inject } from '@nestjs/common';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { ID_SOURCE, type IdSource } from '#kernel';
import { COMMAND_DECIDER, type CommandDecider, type CommandResult } from '#workspace-head';
import { createWorkspace } from '../domain/index.js';
import { CreateWorkspace } from './create-workspace.command.js';

@CommandHandler(CreateWorkspace)
export class CreateWorkspaceHandler implements ICommandHandler<CreateWorkspace> {
  constructor(
    @Inject(COMMAND_DECIDER) private readonly decider: CommandDecider,
    @Inject(ID_SOURCE) private readonly ids: IdSource,
  ) {}

  async execute({ call, input }: CreateWorkspace): Promise<CommandResult> {
    return this.decider.execute(call.commandFor(this.ids.next(), createWorkspace(input)));
  }
}
