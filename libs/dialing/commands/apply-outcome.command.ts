import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { type CommandContext, ID_SOURCE, type IdSource } from '#kernel';
import type { WantedCallback } from '#members/domain';
import { COMMAND_DECIDER, type CommandDecider, type CommandResult } from '#workspace-head';
import { newNumberKey, RANDOMNESS, type Randomness } from '#workspaces/domain';
import type { CallDetails } from '../domain/calls/call-details.js';
import { applyOutcome } from '../domain/calls/apply-outcome.js';
import { reindexing } from '../domain/queue/reindex-jobs.js';

/** POST /calls/{callId}/outcomes. */
export class ApplyOutcome extends Command<CommandResult> {
  constructor(
    readonly context: CommandContext,
    readonly callId: string,
    readonly outcomeId: string,
    readonly details: Partial<CallDetails>,
    /** null: none. */
    readonly callback: WantedCallback | null,
  ) {
    super();
  }
}

@CommandHandler(ApplyOutcome)
export class ApplyOutcomeHandler implements ICommandHandler<ApplyOutcome> {
  constructor(
    @Inject(COMMAND_DECIDER) private readonly decider: CommandDecider,
    @Inject(ID_SOURCE) private readonly ids: IdSource,
    @Inject(RANDOMNESS) private readonly randomness: Randomness,
  ) {}

  /** Decisions are pure, so what an outcome may need is made before the decision. */
  execute({ context, callId, outcomeId, details, callback }: ApplyOutcome): Promise<CommandResult> {
    const made = { deliveryId: this.ids.next(), newNumberKey: newNumberKey(this.randomness) };
    const decide = reindexing(applyOutcome(callId, outcomeId, made, details, callback));
    return this.decider.execute({ ...context, decide });
  }
}
