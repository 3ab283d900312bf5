import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { type CommandContext, ID_SOURCE, type IdSource } from '#kernel';
import { COMMAND_DECIDER, type CommandDecider, type CommandResult } from '#workspace-head';
import { createImport, type NewImport } from '../domain/index.js';

/** POST /imports. */
export class CreateImport extends Command<CommandResult> {
  constructor(
    readonly context: CommandContext,
    readonly input: NewImport,
  ) {
    super();
  }
}

@CommandHandler(CreateImport)
export class CreateImportHandler implements ICommandHandler<CreateImport> {
  constructor(
    @Inject(COMMAND_DECIDER) private readonly decider: CommandDecider,
    @Inject(ID_SOURCE) private readonly ids: IdSource,
  ) {}

  async execute({ context, input }: CreateImport): Promise<CommandResult> {
    return this.decider.execute({ ...context, decide: createImport(this.ids.next(), input) });
  }
}
