import { Command } from '@nestjs/cqrs';
import type { RequestContext } from '#http';
import type { Outcome } from '#workspace-head';

/** DELETE /admin/workspaces/{id}. */
export class DeleteWorkspace extends Command<Outcome> {
  constructor(
    readonly call: RequestContext,
    readonly workspaceId: string,
    /** As it was typed again. */
    readonly name: string,
  ) {
    super();
  }
}
