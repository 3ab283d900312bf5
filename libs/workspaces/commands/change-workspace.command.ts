import { Command } from '@nestjs/cqrs';
import type { RequestContext } from '#http';
import type { Outcome } from '#workspace-head';
import type { WorkspaceChanges } from '../domain/index.js';

/** PATCH /admin/workspaces/{id}. */
export class ChangeWorkspace extends Command<Outcome> {
  constructor(
    readonly call: RequestContext,
    readonly workspaceId: string,
    readonly changes: WorkspaceChanges,
  ) {
    super();
  }
}
