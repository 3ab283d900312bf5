import { Command } from '@nestjs/cqrs';
import type { Decide } from '#kernel';
import { reindexedAfter } from '#dialing/domain';
import type { RequestContext } from '#http';
import type { CommandResult } from '#workspace-head';
import { changeWorkspace, type WorkspaceChanges } from '../domain/index.js';

/** PATCH /admin/workspaces/{id}. */
export class ChangeWorkspace extends Command<CommandResult> {
  constructor(
    readonly call: RequestContext,
    readonly workspaceId: string,
    readonly changes: WorkspaceChanges,
  ) {
    super();
  }
}

/** The decision of {@link ChangeWorkspace}. Its answer waits until the queue has everybody where the new settings have them. */
export function decideChangeWorkspace(changes: WorkspaceChanges): Decide {
  const decide = changeWorkspace(changes);
  return (view) => {
    const decision = decide(view);
    return { ...decision, awaits: reindexedAfter(view.workspaceId, decision.events) };
  };
}
