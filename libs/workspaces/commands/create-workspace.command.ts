import { Command } from '@nestjs/cqrs';
import type { RequestContext } from '#http';
import type { CommandResult } from '#workspace-head';

/** POST /admin/workspaces. */
export class CreateWorkspace extends Command<CommandResult> {
  constructor(
    readonly call: RequestContext,
    readonly input: { readonly name: string; readonly time_zone: string },
  ) {
    super();
  }
}
