import { Inject } from '@nestjs/common';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { COMMAND_DECIDER, type CommandDecider, type CommandResult } from '#workspace-head';
import { adminCommand } from './admin-command.js';
import { ChangeWorkspace, decideChangeWorkspace } from './change-workspace.command.js';

@CommandHandler(ChangeWorkspace)
export class ChangeWorkspaceHandler implements ICommandHandler<ChangeWorkspace> {
  constructor(@Inject(COMMAND_DECIDER) private readonly decider: CommandDecider) {}

  async execute({ call, workspaceId, changes }: ChangeWorkspace): Promise<CommandResult> {
    return this.decider.execute(adminCommand(call, workspaceId, decideChangeWorkspace(changes)));
  }
}
