import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { AdminContext, Decide } from '#kernel';
import { checkHoursNamed } from '#calling-hours/domain';
import { indexedAfter } from '#contacts/domain';
import { reindexedAfter } from '#dialing/domain';
import { COMMAND_DECIDER, type CommandDecider, type CommandResult } from '#workspace-head';
import { changeWorkspace, makingNumberKey, type WorkspacePatch } from '../domain/decide-workspace.js';
import { newNumberKey } from '../domain/number-key.js';
import type { Randomness } from '../domain/secrets.js';
import { RANDOMNESS } from '../domain/tokens.js';
import { adminCommand } from './admin-command.js';

/** PATCH /admin/workspaces/{id}. */
export class ChangeWorkspace extends Command<CommandResult> {
  constructor(
    readonly context: AdminContext,
    readonly workspaceId: string,
    readonly changes: WorkspacePatch,
  ) {
    super();
  }
}

/**
 * The decision of {@link ChangeWorkspace}. Its answer waits until every queue position follows the new settings, and
 * every contact is found by the new attributes.
 * @throws DomainError as {@link changeWorkspace}; `invalid_reference` when decided
 */
export function decideChangeWorkspace(changes: WorkspacePatch, newKey: string) {
  const decide = makingNumberKey(changeWorkspace(changes), newKey);
  return ((view) => {
    const decision = decide(view);
    checkHoursNamed(view, changes.calling_hours_id);
    const { workspaceId } = view;
    const { events } = decision;
    return { ...decision, awaits: [...reindexedAfter(workspaceId, events), ...indexedAfter(workspaceId, events)] };
  }) satisfies Decide;
}

@CommandHandler(ChangeWorkspace)
export class ChangeWorkspaceHandler implements ICommandHandler<ChangeWorkspace> {
  constructor(
    @Inject(COMMAND_DECIDER) private readonly decider: CommandDecider,
    @Inject(RANDOMNESS) private readonly randomness: Randomness,
  ) {}

  async execute({ context, workspaceId, changes }: ChangeWorkspace): Promise<CommandResult> {
    const decide = decideChangeWorkspace(changes, newNumberKey(this.randomness));
    return this.decider.execute(adminCommand(context, workspaceId, decide));
  }
}
