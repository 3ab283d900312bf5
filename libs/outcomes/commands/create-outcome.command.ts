import { Command } from '@nestjs/cqrs';
import type { RequestContext } from '#http';
import type { CommandResult } from '#workspace-head';
import type { NewOutcome } from '../domain/decide-outcome.js';

/** POST /phone-system/outcomes. */
export class CreateOutcome extends Command<CommandResult> {
  constructor(
    readonly call: RequestContext,
    readonly input: NewOutcome,
  ) {
    super();
  }
}
