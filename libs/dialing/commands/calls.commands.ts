import { Command } from '@nestjs/cqrs';
import type { ContactReference } from '#contacts/domain';
import type { RequestContext } from '#http';
import type { CommandResult } from '#workspace-head';
import type { EndResult } from '../domain/calls/call.js';

/** POST /calls. */
export class RegisterCall extends Command<CommandResult> {
  constructor(
    readonly call: RequestContext,
    readonly reference: ContactReference,
    /** The caller's own; left out: one is made. */
    readonly callId: string | undefined,
  ) {
    super();
  }
}

/** POST /calls/{callId}/heartbeat. */
export class ExtendLease extends Command<CommandResult> {
  constructor(
    readonly call: RequestContext,
    readonly callId: string,
  ) {
    super();
  }
}

/** POST /calls/{callId}/end. */
export class EndCall extends Command<CommandResult> {
  constructor(
    readonly call: RequestContext,
    readonly callId: string,
    readonly result: EndResult,
  ) {
    super();
  }
}

/** POST /calls/{callId}/outcomes. */
export class ApplyOutcome extends Command<CommandResult> {
  constructor(
    readonly call: RequestContext,
    readonly callId: string,
    readonly outcomeId: string,
  ) {
    super();
  }
}
