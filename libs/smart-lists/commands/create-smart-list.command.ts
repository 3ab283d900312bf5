import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { type CommandContext, type Decide, ID_SOURCE, type IdSource } from '#kernel';
import { COMMAND_DECIDER, type CommandDecider, type CommandResult } from '#workspace-head';
import { createList, type NewSmartList } from '../domain/change-lists.js';
import { listAnswer } from './list-answer.js';

/** POST /smart-lists. */
export class CreateSmartList extends Command<CommandResult> {
  constructor(
    readonly context: CommandContext,
    readonly input: NewSmartList,
  ) {
    super();
  }
}

/** The decision of {@link CreateSmartList}. */
export function decideCreate(smartListId: string, input: NewSmartList) {
  return ((view) => ({
    events: [createList(view, smartListId, input)],
    answer: (after) => listAnswer(after, smartListId, 201),
  })) satisfies Decide;
}

@CommandHandler(CreateSmartList)
export class CreateSmartListHandler implements ICommandHandler<CreateSmartList> {
  constructor(
    @Inject(COMMAND_DECIDER) private readonly decider: CommandDecider,
    @Inject(ID_SOURCE) private readonly ids: IdSource,
  ) {}

  execute({ context, input }: CreateSmartList): Promise<CommandResult> {
    return this.decider.execute({ ...context, decide: decideCreate(this.ids.next(), input) });
  }
}
