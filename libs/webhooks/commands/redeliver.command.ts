import { Command } from '@nestjs/cqrs';
import type { RequestContext } from '#http';
import type { CommandResult } from '#workspace-head';

/** POST /webhook-deliveries/{deliveryId}/redeliver. */
export class Redeliver extends Command<CommandResult> {
  constructor(
    readonly call: RequestContext,
    readonly deliveryId: string,
  ) {
    super();
  }
}
