import { Command } from '@nestjs/cqrs';
import type { Instant, Scope } from '#kernel';
import type { RequestContext } from '#http';
import type { CommandResult } from '#workspace-head';

/** POST /admin/workspaces/{id}/api-keys. */
export class CreateApiKey extends Command<CommandResult> {
  constructor(
    readonly call: RequestContext,
    readonly workspaceId: string,
    readonly input: {
      readonly name: string;
      readonly scopes: readonly Scope[];
      readonly expires_at?: Instant | null | undefined;
    },
  ) {
    super();
  }
}
