import { Inject } from '@nestjs/common';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { COMMAND_DECIDER, type CommandDecider, type Outcome } from '#workspace-head';
import { deleteWorkspace } from '../domain/index.js';
import { adminCommand } from './admin-command.js';
import { DeleteWorkspace } from './delete-workspace.command.js';

@CommandHandler(DeleteWorkspace)
export class DeleteWorkspaceHandler implements ICommandHandler<DeleteWorkspace> {
  constructor(@Inject(COMMAND_DECIDER) private readonly decider: CommandDecider) {}

  async execute({ call, workspaceId, name }: DeleteWorkspace): Promise<Outcome> {
    return this.decider.execute(adminCommand(call, workspaceId, deleteWorkspace(name)));
  }
}
