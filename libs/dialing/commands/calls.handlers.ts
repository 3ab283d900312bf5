import { Inject } from '@nestjs/common';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { ID_SOURCE, type IdSource } from '#kernel';
import { COMMAND_DECIDER, type CommandDecider, type CommandResult } from '#workspace-head';
import { applyOutcome } from '../domain/calls/apply-outcome.js';
import { endCall, extendLease } from '../domain/calls/call-life.js';
import { registerCall } from '../domain/calls/register-call.js';
import { ApplyOutcome, EndCall, ExtendLease, RegisterCall } from './calls.commands.js';

@CommandHandler(RegisterCall)
export class RegisterCallHandler implements ICommandHandler<RegisterCall> {
  constructor(
    @Inject(COMMAND_DECIDER) private readonly decider: CommandDecider,
    @Inject(ID_SOURCE) private readonly ids: IdSource,
  ) {}

  execute({ call, reference, callId }: RegisterCall): Promise<CommandResult> {
    return this.decider.execute(call.command(registerCall(callId ?? this.ids.next(), reference)));
  }
}

@CommandHandler(ExtendLease)
export class ExtendLeaseHandler implements ICommandHandler<ExtendLease> {
  constructor(@Inject(COMMAND_DECIDER) private readonly decider: CommandDecider) {}

  execute({ call, callId }: ExtendLease): Promise<CommandResult> {
    return this.decider.execute(call.command(extendLease(callId)));
  }
}

@CommandHandler(EndCall)
export class EndCallHandler implements ICommandHandler<EndCall> {
  constructor(@Inject(COMMAND_DECIDER) private readonly decider: CommandDecider) {}

  execute({ call, callId, result }: EndCall): Promise<CommandResult> {
    return this.decider.execute(call.command(endCall(callId, result)));
  }
}

@CommandHandler(ApplyOutcome)
export class ApplyOutcomeHandler implements ICommandHandler<ApplyOutcome> {
  constructor(
    @Inject(COMMAND_DECIDER) private readonly decider: CommandDecider,
    @Inject(ID_SOURCE) private readonly ids: IdSource,
  ) {}

  /** Decisions are pure, so the id that a delivery may need is made before. */
  execute({ call, callId, outcomeId }: ApplyOutcome): Promise<CommandResult> {
    return this.decider.execute(call.command(applyOutcome(callId, outcomeId, this.ids.next())));
  }
}
