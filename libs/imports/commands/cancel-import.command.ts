import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { CommandContext } from '#kernel';
import { COMMAND_DECIDER, type CommandDecider, type CommandResult } from '#workspace-head';
import { cancelImport } from '../domain/index.js';

/** POST /imports/{importId}/cancel. */
export class CancelImport extends Command<CommandResult> {
  constructor(
    readonly context: CommandContext,
    readonly importId: string,
  ) {
    super();
  }
}

@CommandHandler(CancelImport)
export class CancelImportHandler implements ICommandHandler<CancelImport> {
  constructor(@Inject(COMMAND_DECIDER) private readonly decider: CommandDecider) {}

  execute({ context, importId }: CancelImport): Promise<CommandResult> {
    return this.decider.execute({ ...context, decide: cancelImport(importId) });
  }
}
