import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { CommandContext } from '#kernel';
import { COMMAND_DECIDER, type CommandDecider, type CommandResult } from '#workspace-head';
import { advanceAttributeIndexing } from '../domain/attribute-indexing.js';

/** The next chunk of contacts to be indexed; sent by the AttributeIndexWorker. The answer's body says `done`. */
export class IndexAttributes extends Command<CommandResult> {
  constructor(readonly context: CommandContext) {
    super();
  }
}

@CommandHandler(IndexAttributes)
export class IndexAttributesHandler implements ICommandHandler<IndexAttributes> {
  constructor(@Inject(COMMAND_DECIDER) private readonly decider: Pick<CommandDecider, 'execute'>) {}

  execute({ context }: IndexAttributes): Promise<CommandResult> {
    return this.decider.execute({ ...context, decide: advanceAttributeIndexing() });
  }
}
