import { Command } from '@nestjs/cqrs';
import type { RequestContext } from '#http';
import type { CommandResult } from '#workspace-head';

/** POST /admin/workspaces/{id}/signing-secrets. */
export class RotateSigningSecret extends Command<CommandResult> {
  constructor(
    readonly call: RequestContext,
    readonly workspaceId: string,
    /** Seconds for which earlier secrets live on. */
    readonly previousSecretExpiresIn: number,
  ) {
    super();
  }
}
