import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { CommandContext, Instant } from '#kernel';
import { COMMAND_DECIDER, type CommandDecider, type CommandResult } from '#workspace-head';
import { type EndpointAttempt, judgeHealth } from '../domain/index.js';

/** What an attempt says of the health of its endpoint; sent by the EndpointHealth. */
export class JudgeHealth extends Command<CommandResult> {
  constructor(
    readonly context: CommandContext,
    readonly attempt: EndpointAttempt,
    /** When the last attempt began that was successful; '': none is known. */
    readonly lastSuccess: Instant,
  ) {
    super();
  }
}

@CommandHandler(JudgeHealth)
export class JudgeHealthHandler implements ICommandHandler<JudgeHealth> {
  constructor(@Inject(COMMAND_DECIDER) private readonly decider: Pick<CommandDecider, 'execute'>) {}

  execute({ context, attempt, lastSuccess }: JudgeHealth): Promise<CommandResult> {
    return this.decider.execute({ ...context, decide: judgeHealth(attempt, lastSuccess) });
  }
}
