import { Command } from '@nestjs/cqrs';
import type { RequestContext } from '#http';
import type { CommandResult } from '#workspace-head';

/** DELETE /admin/workspaces/{id}. */
export class DeleteWorkspace extends Command<CommandResult> {
  constructor(
    readonly call: RequestContext,
    readonly workspaceId: string,
    /** As it was typed again. */
    readonly name: string,
  ) {
    super();
  }
}
