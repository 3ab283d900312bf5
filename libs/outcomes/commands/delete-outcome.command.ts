import { Command } from '@nestjs/cqrs';
import type { RequestContext } from '#http';
import type { CommandResult } from '#workspace-head';

/** DELETE /phone-system/outcomes/{outcomeId}. */
export class DeleteOutcome extends Command<CommandResult> {
  constructor(
    readonly call: RequestContext,
    readonly outcomeId: string,
  ) {
    super();
  }
}
