import { Command } from '@nestjs/cqrs';
import type { RequestContext } from '#http';
import type { Outcome } from '#workspace-head';

/** DELETE /admin/workspaces/{id}/api-keys/{keyId}. */
export class RevokeApiKey extends Command<Outcome> {
  constructor(
    readonly call: RequestContext,
    readonly workspaceId: string,
    readonly apiKeyId: string,
  ) {
    super();
  }
}
