import { Command } from '@nestjs/cqrs';
import type { RequestContext } from '#http';
import type { Outcome } from '#workspace-head';

/** DELETE /phone-system/outcomes/{outcomeId}. */
export class DeleteOutcome extends Command<Outcome> {
  constructor(
    readonly call: RequestContext,
    readonly outcomeId: string,
  ) {
    super();
  }
}
