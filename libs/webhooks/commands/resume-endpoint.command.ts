import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { CommandContext } from '#kernel';
import { COMMAND_DECIDER, type CommandDecider, type CommandResult } from '#workspace-head';
import { resumeEndpoint } from '../domain/index.js';

/** POST /webhook-endpoints/{endpointId}/resume. */
export class ResumeEndpoint extends Command<CommandResult> {
  constructor(
    readonly context: CommandContext,
    readonly endpointId: string,
  ) {
    super();
  }
}

@CommandHandler(ResumeEndpoint)
export class ResumeEndpointHandler implements ICommandHandler<ResumeEndpoint> {
  constructor(@Inject(COMMAND_DECIDER) private readonly decider: CommandDecider) {}

  execute({ context, endpointId }: ResumeEndpoint): Promise<CommandResult> {
    return this.decider.execute({ ...context, decide: resumeEndpoint(endpointId) });
  }
}
