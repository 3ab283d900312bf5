import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { holdersOfNumbers } from '#contacts/domain';
import { reindexing } from '#dialing/domain';
import type { CommandContext } from '#kernel';
import { COMMAND_DECIDER, type CommandDecider, type CommandResult } from '#workspace-head';
import { newNumberKey, RANDOMNESS, type Randomness } from '#workspaces/domain';
import { enterNumbers, type NewEntry } from '../domain/change-register.js';

/** POST /do-not-call/batch. */
export class EnterNumbers extends Command<CommandResult> {
  constructor(
    readonly context: CommandContext,
    readonly entries: readonly NewEntry[],
  ) {
    super();
  }
}

@CommandHandler(EnterNumbers)
export class EnterNumbersHandler implements ICommandHandler<EnterNumbers> {
  constructor(
    @Inject(COMMAND_DECIDER) private readonly decider: CommandDecider,
    @Inject(RANDOMNESS) private readonly randomness: Randomness,
  ) {}

  /** @throws DomainError as {@link enterNumbers} */
  execute({ context, entries }: EnterNumbers): Promise<CommandResult> {
    const made = { holders: holdersOfNumbers, newKey: newNumberKey(this.randomness) };
    return this.decider.execute({ ...context, decide: reindexing(enterNumbers(entries, made)) });
  }
}
