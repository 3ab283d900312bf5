import { Command } from '@nestjs/cqrs';
import type { RequestContext } from '#http';
import type { CommandResult } from '#workspace-head';

/** DELETE /admin/workspaces/{id}/api-keys/{keyId}. */
export class RevokeApiKey extends Command<CommandResult> {
  constructor(
    readonly call: RequestContext,
    readonly workspaceId: string,
    readonly apiKeyId: string,
  ) {
    super();
  }
}
