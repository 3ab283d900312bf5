import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { AdminContext, Decide } from '#kernel';
import { reindexedAfter } from '#dialing/domain';
import { COMMAND_DECIDER, type CommandDecider, type CommandResult } from '#workspace-head';
import { changeWorkspace } from '../domain/decide-workspace.js';
import type { WorkspaceChanges } from '../domain/workspace-settings.js';
import { adminCommand } from './admin-command.js';

/** PATCH /admin/workspaces/{id}. */
export class ChangeWorkspace extends Command<CommandResult> {
  constructor(
    readonly context: AdminContext,
    readonly workspaceId: string,
    readonly changes: WorkspaceChanges,
  ) {
    super();
  }
}

/** The decision of {@link ChangeWorkspace}. Its answer waits until every queue position follows the new settings. */
export function decideChangeWorkspace(changes: WorkspaceChanges) {
  const decide = changeWorkspace(changes);
  return ((view) => {
    const decision = decide(view);
    return { ...decision, awaits: reindexedAfter(view.workspaceId, decision.events) };
  }) satisfies Decide;
}

@CommandHandler(ChangeWorkspace)
export class ChangeWorkspaceHandler implements ICommandHandler<ChangeWorkspace> {
  constructor(@Inject(COMMAND_DECIDER) private readonly decider: CommandDecider) {}

  async execute({ context, workspaceId, changes }: ChangeWorkspace): Promise<CommandResult> {
    return this.decider.execute(adminCommand(context, workspaceId, decideChangeWorkspace(changes)));
  }
}
