import { Command } from '@nestjs/cqrs';
import type { RequestContext } from '#http';
import type { CommandResult } from '#workspace-head';
import type { OutcomePatch } from '../domain/decide-outcome.js';

/** PATCH /phone-system/outcomes/{outcomeId}. */
export class ChangeOutcome extends Command<CommandResult> {
  constructor(
    readonly call: RequestContext,
    readonly outcomeId: string,
    readonly patch: OutcomePatch,
  ) {
    super();
  }
}
