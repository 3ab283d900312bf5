import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { type CommandContext, ID_SOURCE, type IdSource } from '#kernel';
import type { ContactReference } from '#contacts/domain';
import { COMMAND_DECIDER, type CommandDecider, type CommandResult } from '#workspace-head';
import type { CallDetails } from '../domain/calls/call-details.js';
import { registerCall } from '../domain/calls/register-call.js';

/** POST /calls. */
export class RegisterCall extends Command<CommandResult> {
  constructor(
    readonly context: CommandContext,
    readonly reference: ContactReference,
    /** The id that the client chose; undefined: one is made. */
    readonly callId: string | undefined,
    readonly details: Partial<CallDetails>,
  ) {
    super();
  }
}

@CommandHandler(RegisterCall)
export class RegisterCallHandler implements ICommandHandler<RegisterCall> {
  constructor(
    @Inject(COMMAND_DECIDER) private readonly decider: CommandDecider,
    @Inject(ID_SOURCE) private readonly ids: IdSource,
  ) {}

  execute({ context, reference, callId, details }: RegisterCall): Promise<CommandResult> {
    const decide = registerCall(callId ?? this.ids.next(), reference, details);
    return this.decider.execute({ ...context, decide });
  }
}
