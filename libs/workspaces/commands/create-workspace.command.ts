import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { type AdminContext, ID_SOURCE, type IdSource } from '#kernel';
import { COMMAND_DECIDER, type CommandDecider, type CommandResult } from '#workspace-head';
import { createWorkspace } from '../domain/decide-workspace.js';

/** POST /admin/workspaces. */
export class CreateWorkspace extends Command<CommandResult> {
  constructor(
    readonly context: AdminContext,
    readonly input: { readonly name: string; readonly time_zone: string },
  ) {
    super();
  }
}

@CommandHandler(CreateWorkspace)
export class CreateWorkspaceHandler implements ICommandHandler<CreateWorkspace> {
  constructor(
    @Inject(COMMAND_DECIDER) private readonly decider: CommandDecider,
    @Inject(ID_SOURCE) private readonly ids: IdSource,
  ) {}

  async execute({ context, input }: CreateWorkspace): Promise<CommandResult> {
    return this.decider.execute({ ...context, workspaceId: this.ids.next(), decide: createWorkspace(input) });
  }
}
