import { Command } from '@nestjs/cqrs';
import type { RequestContext } from '#http';
import type { CommandResult } from '#workspace-head';

/** POST /dialer/next. */
export class DispatchNext extends Command<CommandResult> {
  constructor(
    readonly call: RequestContext,
    /** How many calls to begin at most. */
    readonly limit: number,
  ) {
    super();
  }
}
